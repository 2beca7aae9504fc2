import { texts } from './texts.ts';

/** Placeholder rows while content loads. */
export function Skeleton({ rows = 3, label = texts.loading }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="space-y-2">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className="animate-pulse-slow h-10 rounded-lg bg-sunken" />
      ))}
    </div>
  );
}
