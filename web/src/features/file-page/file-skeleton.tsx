import { texts } from './texts.ts';

const rows = ['w-1/3', 'w-11/12', 'w-2/5', 'w-4/5', 'w-1/4', 'w-3/4'];

/** The shape of the page while the file loads. */
export const FileSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="screen-height flex flex-col">
    <div className="flex h-12 shrink-0 items-center border-b border-line px-4">
      <div className="animate-pulse-slow h-4 w-56 rounded bg-sunken" />
    </div>
    <div className="flex min-h-0 flex-1">
      <div className="flex-1 space-y-5 p-6">
        {rows.map((width) => (
          <div key={width} className={`animate-pulse-slow h-4 rounded bg-sunken ${width}`} />
        ))}
      </div>
      <div className="w-80 border-s border-line p-3.5 max-lg:hidden">
        <div className="animate-pulse-slow aspect-video rounded-lg bg-sunken" />
      </div>
    </div>
    <div className="h-[72px] border-t border-line" />
  </div>
);
