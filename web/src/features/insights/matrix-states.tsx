import { Link } from '@tanstack/react-router';
import { failureReason } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Axes, axesChange } from './axes.ts';
import type { InsightsSearch } from './insights-search.ts';
import { texts } from './texts.ts';
import type { ChangeSearch } from './use-url-state.ts';

/** The place of the headers and cells while the matrix loads. */
export const LoadingMatrix = () => (
  <div
    role="status"
    aria-label={texts.states.loading}
    className="min-h-0 flex-1 overflow-hidden px-4 sm:px-6"
  >
    <div className="flex h-21 items-end gap-2 pb-2 ps-44 max-md:hidden">
      {skeletonColumns.map((column) => (
        <div key={column} className="animate-pulse-slow h-4 flex-1 rounded-sm bg-sunken" />
      ))}
    </div>
    {skeletonRows.map((row) => (
      <div key={row} className="mb-0.5 flex h-12 items-center gap-2">
        <div className="animate-pulse-slow h-4 w-40 shrink-0 rounded-sm bg-sunken" />
        <div className="animate-pulse-slow h-full flex-1 rounded-md bg-sunken/60" />
      </div>
    ))}
  </div>
);

const skeletonColumns = Array.from({ length: 8 }, (_, index) => `column ${index}`);
const skeletonRows = Array.from({ length: 10 }, (_, index) => `row ${index}`);

interface StateProps {
  projectId: string;
  search: InsightsSearch;
  axes: Axes;
  onChange: ChangeSearch;
}

const noFilters = { tags: undefined, files: undefined, hidden: undefined };

export function EmptyMatrix({ projectId, search, axes, onChange }: StateProps) {
  const isAnswers = axes.what === 'question';
  const isFiltered = Boolean(search.tags || search.files || search.hidden || (search.test && !isAnswers));
  if (isFiltered)
    return (
      <EmptyState
        title={texts.states.noMatchTitle}
        action={
          <Button onClick={() => onChange({ ...noFilters, ...(isAnswers ? {} : { test: undefined }) })}>
            {texts.states.clear}
          </Button>
        }
      >
        {texts.states.noMatch}
      </EmptyState>
    );
  if (axes.who === 'tag')
    return <EmptyState title={texts.together.emptyTitle}>{texts.together.empty}</EmptyState>;
  if (isAnswers) return <EmptyState title={texts.states.noAnswersTitle}>{texts.states.noAnswers}</EmptyState>;
  return (
    <EmptyState
      title={texts.states.emptyTitle}
      action={
        <Link
          to="/projects/$projectId/files"
          params={{ projectId }}
          className="font-medium text-accent underline underline-offset-4"
        >
          {texts.states.emptyAction}
        </Link>
      }
    >
      {texts.states.empty}
    </EmptyState>
  );
}

export const NoStudy = () => <EmptyState title={texts.states.noTestTitle}>{texts.states.noTest}</EmptyState>;

/** The server refuses a matrix that nobody can read, and says how to narrow it. */
export const TooLarge = ({
  error,
  axes,
  onChange,
}: {
  error: unknown;
  axes: Axes;
  onChange: ChangeSearch;
}) => (
  <EmptyState
    title={texts.states.tooLargeTitle}
    action={
      axes.what === 'tag' &&
      axes.who !== 'file' &&
      axes.who !== 'tag' && (
        <Button variant="primary" onClick={() => onChange(axesChange({ ...axes, who: 'file' }))}>
          {texts.states.useFiles}
        </Button>
      )
    }
  >
    <p>{failureReason(error)}</p>
    {axes.who !== 'tag' && <p className="mt-2">{texts.states.tooLarge}</p>}
  </EmptyState>
);
