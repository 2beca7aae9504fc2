import { useState } from 'react';

interface Bar {
  key: string;
  /** Below the bar, if there is space. */
  label: string;
  /** For the pointer and for screen readers: "Nov 17: 12 requests". */
  description: string;
  value: number;
}

interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  /** From zero to at least the largest value. */
  ticks: readonly number[];
  formatTick(value: number): string;
}

const height = 160;

/** Bars over an axis. Screen readers get the same values from the table that a page offers beside it. */
export function BarChart({ label, bars, ticks, formatTick }: BarChartProps) {
  const [pointed, setPointed] = useState<Bar | undefined>();
  const top = ticks.at(-1) ?? 1;
  // About eight labels, so that they do not touch on a phone.
  const every = Math.max(1, Math.ceil(bars.length / 8));
  return (
    <figure aria-label={label}>
      <div className="flex gap-2">
        <ol
          aria-hidden="true"
          className="relative w-10 shrink-0 text-end text-xs text-soft tabular-nums"
          style={{ height }}
        >
          {ticks.map((tick) => (
            <li
              key={tick}
              className="absolute end-0 translate-y-1/2"
              style={{ bottom: `${(tick / top) * 100}%` }}
            >
              {formatTick(tick)}
            </li>
          ))}
        </ol>
        <div className="relative min-w-0 flex-1" style={{ height }}>
          {ticks.map((tick) => (
            <div
              key={tick}
              aria-hidden="true"
              className={`absolute inset-x-0 border-t ${tick === 0 ? 'border-edge' : 'border-line'}`}
              style={{ bottom: `${(tick / top) * 100}%` }}
            />
          ))}
          <ol className="absolute inset-0 flex items-end gap-px sm:gap-0.5">
            {bars.map((bar) => (
              <li
                key={bar.key}
                onPointerEnter={() => setPointed(bar)}
                onPointerLeave={() => setPointed(undefined)}
                className="group flex h-full min-w-0 flex-1 items-end justify-center hover:bg-sunken"
              >
                <span className="sr-only">{bar.description}</span>
                <span
                  className="block w-full max-w-6 rounded-t-sm bg-accent"
                  style={{ height: `${(bar.value / top) * 100}%` }}
                />
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div aria-hidden="true" className="mt-1.5 flex gap-2 text-xs text-soft">
        <span className="w-10 shrink-0" />
        <ol className="flex min-w-0 flex-1">
          {bars.map((bar, index) => (
            <li key={bar.key} className="min-w-0 flex-1 text-center whitespace-nowrap">
              {index % every === 0 && <span className="-mx-6 inline-block">{bar.label}</span>}
            </li>
          ))}
        </ol>
      </div>
      <figcaption className="mt-2 min-h-5 text-sm text-soft" aria-hidden="true">
        {pointed?.description ?? ''}
      </figcaption>
    </figure>
  );
}
