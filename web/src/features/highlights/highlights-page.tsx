import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { tagsQuery } from '../../data/tags.ts';
import { formatNumber } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageTitle, PageTools } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BulkBar, type OpenList } from './bulk-bar.tsx';
import { isFiltered } from './filters-of.ts';
import { type HighlightsSearch, readHighlightsSearch } from './highlights-search.ts';
import { HighlightTable } from './table.tsx';
import { texts } from './texts.ts';
import { type ChangeSearch, Toolbar } from './toolbar.tsx';
import { useBulkActions } from './use-bulk-actions.ts';
import { useExport } from './use-export.ts';
import { useKeys } from './use-keys.ts';
import { useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';

/** All highlights of the project: filtered, grouped, played in place, and changed together. */
export function HighlightsPage({
  projectId,
  search: given,
}: {
  projectId: string;
  search: HighlightsSearch;
}) {
  const search = readHighlightsSearch(given);
  usePageTitle(texts.title);
  const navigate = useNavigate();
  const canEdit = canWrite(useMe());
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [activeKey, setActiveKey] = useState<string>();
  const [openList, setOpenList] = useState<OpenList>();
  const { data: allTags = [] } = useQuery(tagsQuery(projectId));
  const tags = useMemo(() => new Map(allTags.map((tag) => [tag.id, tag])), [allTags]);
  const list = useRows(projectId, search);
  const shown = list.rows.filter((row) => row.kind === 'highlight');
  const selection = useSelection(shown);
  const actions = useBulkActions(projectId);
  const exporting = useExport(projectId, search, tags);
  useKeys({ shown, selection, canEdit, activeKey, setActiveKey, setOpenList, scroller, field });

  const onSearch: ChangeSearch = (change) =>
    void navigate({
      to: '/projects/$projectId/highlights',
      params: { projectId },
      search: (before) => ({ ...before, ...change }) as HighlightsSearch,
      replace: true,
      resetScroll: false,
    });
  const latest = new Map(shown.map(({ highlight }) => [highlight.id, highlight]));
  const selected = [...selection.highlights.values()].map((one) => latest.get(one.id) ?? one);
  const isEmpty = !list.isPending && !list.error && list.total === 0;

  return (
    <div className="screen-height flex min-w-0 flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 sm:px-6">
        <PageTitle>{texts.title}</PageTitle>
        {!list.isPending && (
          <span className="text-md text-soft tabular-nums">{formatNumber(list.total)}</span>
        )}
        <Button
          className="ms-auto"
          aria-label={texts.exportLabel}
          busy={exporting.isPending}
          disabled={isEmpty}
          onClick={() => exporting.mutate()}
        >
          <Download size={15} strokeWidth={1.75} aria-hidden="true" /> {texts.export}
        </Button>
        <PageTools />
      </header>
      <Toolbar projectId={projectId} search={search} onSearch={onSearch} field={field} />
      <div
        ref={scroller}
        className={`min-h-0 flex-1 overflow-x-hidden overflow-y-auto border-t border-line ${list.isStale ? 'opacity-60' : ''}`}
      >
        {list.error ? (
          <div className="p-6">
            <ErrorNotice error={list.error} onRetry={list.retry} />
          </div>
        ) : list.isPending ? (
          <div className="p-6">
            <Skeleton rows={8} label={texts.loading} />
          </div>
        ) : isEmpty ? (
          <Nothing projectId={projectId} isFiltered={isFiltered(search)} />
        ) : (
          <HighlightTable
            rows={list.rows}
            grouping={list.grouping}
            tags={tags}
            selection={selection}
            canEdit={canEdit}
            activeKey={activeKey}
            onActivate={setActiveKey}
            onToggleGroup={list.toggleGroup}
            onShowMore={list.showMore}
            scroller={scroller}
          />
        )}
      </div>
      {selected.length > 0 && (
        <BulkBar
          projectId={projectId}
          highlights={selected}
          tags={allTags}
          actions={actions}
          open={openList}
          onOpen={setOpenList}
          onClear={selection.clear}
        />
      )}
    </div>
  );
}

const Nothing = ({ projectId, isFiltered: filtered }: { projectId: string; isFiltered: boolean }) =>
  filtered ? (
    <EmptyState title={texts.nothingFound.title}>{texts.nothingFound.text}</EmptyState>
  ) : (
    <EmptyState
      title={texts.empty.title}
      action={
        <Link
          to="/projects/$projectId/files"
          params={{ projectId }}
          className="text-accent underline-offset-4 hover:underline"
        >
          {texts.empty.openFiles}
        </Link>
      }
    >
      {texts.empty.text}
    </EmptyState>
  );
