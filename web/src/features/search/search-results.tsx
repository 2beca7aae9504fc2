import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { defaultSearchMode, type SearchHit, searchQuery } from '../../data/search.ts';
import { linkTo } from '../../lib/link-to.ts';
import { parseSnippet, withoutTitle } from '../../lib/snippet.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMomentTime } from '../media/index.ts';
import { groupHits, type HitGroup } from './group-hits.ts';
import { hitIcons } from './hit-names.ts';
import type { SearchView } from './search-view.ts';
import { Snippet, SnippetParts } from './snippet.tsx';
import { texts } from './texts.ts';

const groupNames = (): Partial<Record<SearchHit['type'], string>> => ({
  note: texts.notes,
  card: texts.cards,
  clip: texts.clips,
  report: texts.reports,
  file: texts.files,
  tag: texts.tags,
  project: texts.projects,
});

interface SearchResultsProps {
  view: SearchView;
  onView(change: SearchView): void;
}

export function SearchResults({ view, onView }: SearchResultsProps) {
  const { q = '', type, project, mode = defaultSearchMode } = view;
  const list = useInfiniteQuery(searchQuery({ q, type, projectId: project, mode }));
  if (list.isPending) return <Skeleton rows={6} label={texts.searching} />;
  if (list.isError && !list.data)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const hits = list.data.pages.flatMap((page) => page.data);
  if (hits.length === 0) return <NoHits view={view} onView={onView} />;
  return (
    <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60' : ''}>
      <p role="status" className="sr-only">
        {texts.results(hits.length)}
        {list.hasNextPage && texts.orMore}
      </p>
      {groupHits(hits).map((group) => (
        <Group key={group.key} group={group} />
      ))}
      {list.hasNextPage && (
        <div className="mt-4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? texts.loading : texts.loadMore}
          </Button>
        </div>
      )}
    </div>
  );
}

function NoHits({ view, onView }: SearchResultsProps) {
  const byWords = view.mode === 'lexical';
  const byMeaning = view.mode === 'semantic';
  const filtered = (view.type !== undefined && !byMeaning) || view.project !== undefined;
  return (
    <EmptyState
      title={texts.nothingMatches(view.q ?? '')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {filtered && (
            <Button onClick={() => onView({ type: undefined, project: undefined })}>
              {texts.searchEverything}
            </Button>
          )}
          {byWords && (
            <Button onClick={() => onView({ mode: undefined })}>{texts.searchByMeaningAsWell}</Button>
          )}
          {byMeaning && (
            <Button onClick={() => onView({ mode: undefined, type: undefined })}>
              {texts.searchByWordsAsWell}
            </Button>
          )}
        </div>
      }
    >
      {byWords ? texts.allWordsMustOccur : texts.tryOtherWords}
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
          {fileTitle ?? groupNames()[type] ?? type}
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
  const time = useMomentTime(inTranscript ? hit.file_id : null, hit.start_seconds);
  return (
    <li>
      <Link
        {...linkTo(hit.url)}
        data-arrow-stop
        className="flex min-h-10 items-baseline gap-3 px-1 py-2 -outline-offset-2 transition-colors hover:bg-sunken/60 focus-visible:bg-sunken sm:px-2"
      >
        {inTranscript && time && (
          <span className="w-14 shrink-0 font-mono text-sm text-soft tabular-nums">{time}</span>
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
