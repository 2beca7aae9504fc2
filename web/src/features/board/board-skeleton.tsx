import { pageStart } from '../../ui/page-layout.tsx';

export const BoardSkeleton = () => (
  <div
    role="status"
    aria-label="Loading the board"
    className={`flex min-h-0 flex-1 gap-4 overflow-hidden pb-4 ${pageStart}`}
  >
    {['first', 'second', 'third', 'fourth'].map((lane) => (
      <div key={lane} className="animate-pulse-slow h-full w-66 shrink-0 rounded-xl bg-sunken" />
    ))}
  </div>
);
