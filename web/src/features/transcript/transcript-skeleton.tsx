import { texts } from './texts.ts';

/** Lines of different lengths in place of the segments. */
const widths = ['w-3/5', 'w-11/12', 'w-2/5', 'w-5/6', 'w-1/2', 'w-full', 'w-3/4'];

export const TranscriptSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="mx-auto w-full max-w-4xl space-y-6 px-6 py-6">
    {widths.map((width) => (
      <div key={width} className="flex gap-4">
        <div className="animate-pulse-slow h-4 w-12 shrink-0 rounded-sm bg-sunken" />
        <div className="animate-pulse-slow h-4 w-24 shrink-0 rounded-sm bg-sunken max-sm:hidden" />
        <div className="min-w-0 flex-1">
          <div className={`animate-pulse-slow h-4 rounded-sm bg-sunken ${width}`} />
        </div>
      </div>
    ))}
  </div>
);
