/** @jsxImportSource preact */

const paths = {
  back: 'M15 5l-7 7 7 7',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 7v5l3 2M12 3a9 9 0 100 18 9 9 0 000-18z',
  gift: 'M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7S10.500 3 8 4s0 3 4 3zM12 7s1.500-4 4-3 0 3-4 3z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  chat: 'M4 5h16v11H9l-5 4z',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  cloud: 'M4 4l16 16M8.500 7.500A6 6 0 0117.500 11 3.800 3.800 0 0120 17M6 10a4.200 4.200 0 001 8h9',
  broken: 'M9 17H7A5 5 0 017 7h2M15 7h2a5 5 0 013.500 8.500M4 4l16 16',
  send: 'M5 12h13M12 5l7 7-7 7',
  mic: 'M12 3a3 3 0 00-3 3v5a3 3 0 006 0V6a3 3 0 00-3-3zM5 11a7 7 0 0014 0M12 18v3',
  micOff:
    'M4 4l16 16M9 9v2a3 3 0 004.500 2.600M15 11V6a3 3 0 00-5.700-1.300M5 11a7 7 0 0011 5.700M19 11a7 7 0 01-.600 2.800M12 18v3',
  camera: 'M3 7h12v10H3zM15 11l6-3v8l-6-3',
  cameraOff: 'M4 4l16 16M8 7h7v5M15 11l6-3v8l-3-1.500M5 7H3v10h12v-2',
  leave: 'M4 15l-1-3c5-4.500 13-4.500 18 0l-1 3-4-1v-2.700a14 14 0 00-8 0V14z',
  record: 'M12 6a6 6 0 100 12 6 6 0 000-12z',
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class={`icon icon-${name}`}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
