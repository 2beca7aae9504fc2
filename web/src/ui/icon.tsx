const shapes = {
  plus: 'M8 3v10M3 8h10',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM11 11l3 3',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5l3.2 3L13 4.5',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  back: 'M9.5 3.5L5 8l4.5 4.5',
  people:
    'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM2 13c0-2.2 1.8-3.6 4-3.6s4 1.4 4 3.6M10.5 3.3a2.25 2.25 0 0 1 0 4M12 9.8c1.2.5 2 1.6 2 3.2',
  'sign-out': 'M9.5 3H13v10H9.5M10 8H3M6 5L3 8l3 3',
} as const;

export function Icon({ name, size = 16 }: { name: keyof typeof shapes; size?: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.4 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
