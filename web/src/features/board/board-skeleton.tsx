import { pageStart } from '../../ui/page-layout.tsx';
import { texts } from './texts.ts';

export const BoardSkeleton = () => (
  <div
    role="status"
    aria-label={texts.loadingTheBoard}
    className={`flex min-h-0 flex-1 gap-4 overflow-hidden pb-4 ${pageStart}`}
  >
    {['first', 'second', 'third', 'fourth'].map((lane) => (
      <div key={lane} className="animate-pulse-slow h-full w-66 shrink-0 rounded-xl bg-sunken" />
    ))}
  </div>
);
