import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lanesQuery } from '../../data/lanes.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts } from './texts.ts';

/** The lanes of the board, in their order. */
export function BoardPreview({ projectId }: { projectId: string }) {
  const lanes = useQuery(lanesQuery(projectId));
  if (lanes.isPending) return <Skeleton rows={1} label={texts.loadingTheBoard} />;
  if (lanes.isError) return <ErrorNotice error={lanes.error} onRetry={() => void lanes.refetch()} />;
  if (lanes.data.length === 0) return <p className="text-soft">{texts.theBoardHasNoLanes}</p>;
  return (
    <ol className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3" aria-label={texts.lanes}>
      {lanes.data.map((lane) => (
        <li
          key={lane.id}
          className="relative rounded-xl border border-line bg-surface px-4 pt-3 pb-5 transition-colors hover:border-edge"
        >
          <span
            aria-hidden="true"
            className="mb-3 block h-1 w-8 rounded-full bg-edge"
            style={lane.color ? { backgroundColor: lane.color } : undefined}
          />
          <Link
            to="/projects/$projectId/board"
            params={{ projectId }}
            dir="auto"
            className="block font-medium wrap-anywhere after:absolute after:inset-0 after:rounded-xl"
          >
            {lane.name}
          </Link>
          <p className="text-sm text-soft">{texts.cards(lane.card_count)}</p>
        </li>
      ))}
    </ol>
  );
}
