import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SearchHit, searchQuery } from '../../data/search.ts';
import { formatTimecode } from '../../lib/format.ts';
import { linkTo } from '../../lib/link-to.ts';
import { parseSnippet, withoutTitle } from '../../lib/snippet.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { groupHits, type HitGroup } from './group-hits.ts';
import { hitIcons } from './hit-names.ts';
import type { SearchView } from './search-view.ts';
import { Snippet, SnippetParts } from './snippet.tsx';

const groupNames: Partial<Record<SearchHit['type'], string>> = {
  note: 'Notes',
  card: 'Cards',
  clip: 'Clips',
  file: 'Files',
  tag: 'Tags',
  project: 'Projects',
};

interface SearchResultsProps {
  view: SearchView;
  onView(change: SearchView): void;
}

export function SearchResults({ view, onView }: SearchResultsProps) {
  const { q = '', type, project, mode = 'lexical' } = view;
  const list = useInfiniteQuery(searchQuery({ q, type, projectId: project, mode }));
  if (list.isPending) return <Skeleton rows={6} label="Searching" />;
  if (list.isError && !list.data)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const hits = list.data.pages.flatMap((page) => page.data);
  if (hits.length === 0) return <NoHits view={view} onView={onView} />;
  return (
    <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60' : ''}>
      <p role="status" className="sr-only">
        {hits.length} results{list.hasNextPage ? ' or more' : ''}
      </p>
      {groupHits(hits).map((group) => (
        <Group key={group.key} group={group} />
      ))}
      {list.hasNextPage && (
        <div className="mt-4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? 'Loading…' : 'Load more'}
          </Button>
        </div>
      )}
    </div>
  );
}

function NoHits({ view, onView }: SearchResultsProps) {
  const byWords = (view.mode ?? 'lexical') === 'lexical';
  const byMeaning = view.mode === 'semantic';
  const filtered = (view.type !== undefined && !byMeaning) || view.project !== undefined;
  return (
    <EmptyState
      title={`Nothing matches “${view.q}”`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {filtered && (
            <Button onClick={() => onView({ type: undefined, project: undefined })}>Search everything</Button>
          )}
          {byWords && <Button onClick={() => onView({ mode: 'hybrid' })}>Search by meaning as well</Button>}
          {byMeaning && (
            <Button onClick={() => onView({ mode: 'hybrid', type: undefined })}>
              Search by words as well
            </Button>
          )}
        </div>
      }
    >
      {byWords ? 'All words must occur. Try fewer words, or search by meaning.' : 'Try other words.'}
    </EmptyState>
  );
}

function Group({ group: { type, fileTitle, projectName, hits } }: { group: HitGroup }) {
  const Icon = hitIcons[type];
  return (
    <section className="mb-6">
      <h2 className="mb-1 flex min-w-0 items-baseline gap-2 text-sm text-soft">
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 self-center" />
        <span className="min-w-0 font-medium wrap-anywhere text-ink" dir="auto">
          {fileTitle ?? groupNames[type] ?? type}
        </span>
        {projectName && (
          <span className="max-w-[40%] shrink-0 truncate" dir="auto">
            {projectName}
          </span>
        )}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {hits.map((hit) => (
          <Hit key={`${hit.type} ${hit.id}`} hit={hit} />
        ))}
      </ul>
    </section>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const inTranscript = hit.type === 'segment';
  return (
    <li>
      <Link
        {...linkTo(hit.url)}
        data-arrow-stop
        className="flex min-h-10 items-baseline gap-3 px-1 py-2 -outline-offset-2 transition-colors hover:bg-sunken/60 focus-visible:bg-sunken sm:px-2"
      >
        {inTranscript && (
          <span className="w-14 shrink-0 font-mono text-sm text-soft tabular-nums">
            {hit.start_seconds === null ? '' : formatTimecode(hit.start_seconds)}
          </span>
        )}
        <span className="min-w-0 flex-1">
          {inTranscript && hit.speaker && (
            // The space keeps a screen reader from joining the name and the first word.
            <>
              <span className="me-1 font-medium" dir="auto">
                {hit.speaker}
              </span>{' '}
            </>
          )}
          {inTranscript ? (
            <span dir="auto">
              <Snippet text={hit.snippet} />
            </span>
          ) : (
            <RecordHit hit={hit} />
          )}
        </span>
        {!inTranscript && hit.type !== 'project' && (
          <span className="hidden max-w-48 shrink-0 truncate text-sm text-soft sm:block" dir="auto">
            {hit.project_name}
          </span>
        )}
      </Link>
    </li>
  );
}

/** The title with its hits, and below it the passage of the text, if there is more than the title. */
function RecordHit({ hit }: { hit: SearchHit }) {
  const parts = parseSnippet(hit.snippet);
  const body = hit.title ? withoutTitle(parts, hit.title) : parts;
  const titleOnly = hit.title !== null && body.length === 0;
  return (
    <>
      {hit.title && (
        <span className="line-clamp-2 font-medium wrap-anywhere" dir="auto">
          {titleOnly ? <SnippetParts parts={parts} /> : hit.title}
        </span>
      )}
      {body.length > 0 && (
        <span className="line-clamp-2 text-soft" dir="auto">
          <SnippetParts parts={body} />
        </span>
      )}
    </>
  );
}
