/** `value` is from 0 to 100; undefined while the amount of work is unknown. */
export function ProgressBar({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === undefined ? undefined : Math.round(value)}
      className="h-1 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full rounded-full bg-accent transition-[width] ${value === undefined ? 'animate-pulse-slow' : ''}`}
        style={{ width: `${value ?? 100}%` }}
      />
    </div>
  );
}
