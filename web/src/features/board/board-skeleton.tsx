export const BoardSkeleton = () => (
  <div
    role="status"
    aria-label="Loading the board"
    className="flex min-h-0 flex-1 gap-4 overflow-hidden px-4 pb-4 sm:px-6"
  >
    {['first', 'second', 'third', 'fourth'].map((lane) => (
      <div key={lane} className="animate-pulse-slow h-full w-72 shrink-0 rounded-xl bg-sunken" />
    ))}
  </div>
);
