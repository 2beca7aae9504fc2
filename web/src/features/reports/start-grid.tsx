import { startIcons, startTexts } from './describe-start.ts';
import { type Start, starts } from './reports-view.ts';

/** Everything that a report can start with, that which writes it first. */
export const StartGrid = ({ onCreate }: { onCreate(start: Start): void }) => (
  <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
    {starts.toReversed().map((start) => {
      const { name, hint } = startTexts(start);
      const Icon = startIcons[start];
      return (
        <li key={start}>
          <button
            type="button"
            onClick={() => onCreate(start)}
            className="flex h-full w-full gap-3 rounded-lg border border-line bg-surface p-4 text-start transition-colors hover:border-edge"
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
            <span className="min-w-0">
              <span className="block font-medium">{name}</span>
              <span className="block text-sm text-soft">{hint}</span>
            </span>
          </button>
        </li>
      );
    })}
  </ul>
);
