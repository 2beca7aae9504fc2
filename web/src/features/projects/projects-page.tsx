import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { prefetched } from '../../data/prefetched.ts';
import { type ProjectFilter, projectsQuery } from '../../data/projects.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeletedProjects } from './deleted-projects.tsx';
import { NewProjectDialog } from './late-dialogs.ts';
import { ProjectTable } from './project-table.tsx';
import { filterOf, type ProjectsView } from './projects-view.ts';
import { texts } from './texts.ts';

const lists = () =>
  [
    { value: 'active', name: texts.active },
    { value: 'mine', name: texts.mine },
    { value: 'archived', name: texts.archivedState },
    { value: 'deleted', name: texts.deleted2 },
  ] as const;

export function ProjectsPage({ view, onView }: { view: ProjectsView; onView(change: ProjectsView): void }) {
  usePageTitle(texts.projects);
  const me = useMe();
  const writes = canWrite(me);
  const [text, setText] = useState(view.q ?? '');
  const q = useDebouncedValue(text.trim(), 250);
  useEffect(() => {
    if (q !== (view.q ?? '')) onView({ q: q || undefined });
  }, [q, view.q, onView]);
  const create = () => onView({ new: true });
  useShortcuts(writes ? [{ keys: 'n', label: texts.newProject, group: texts.projects, run: create }] : []);
  const filter = filterOf(view, me.id);

  return (
    <Page>
      <PageHead
        title={texts.projects}
        actions={
          writes && (
            <Button variant="primary" onClick={create} aria-keyshortcuts={texts.keyN}>
              <Icon name="plus" /> {texts.newProject}
            </Button>
          )
        }
      />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          label={texts.searchProjects}
          placeholder={texts.searchByNameOrDescription}
          value={text}
          onChange={setText}
          className="flex-1 basis-56"
        />
        <SegmentedControl
          label={texts.whichProjects}
          value={view.status ?? (view.owner ? 'mine' : 'active')}
          options={lists()}
          onChange={(list) =>
            onView({
              status: list === 'archived' || list === 'deleted' ? list : undefined,
              owner: list === 'mine' ? 'me' : undefined,
            })
          }
        />
      </div>
      <ProjectList filter={filter} onCreate={writes ? create : undefined} />
      <NewProjectDialog open={writes && view.new === true} onClose={() => onView({ new: undefined })} />
    </Page>
  );
}

function ProjectList({ filter, onCreate }: { filter: ProjectFilter; onCreate: (() => void) | undefined }) {
  const list = useInfiniteQuery({ ...projectsQuery(filter), ...prefetched });
  if (list.isPending) return <Skeleton rows={6} label={texts.loadingProjects} />;
  if (list.isError && !list.data)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const projects = list.data.pages.flatMap((page) => page.data);
  if (projects.length === 0) return <NoProjects filter={filter} onCreate={onCreate} />;

  return (
    <>
      {filter.status === 'deleted' ? (
        <DeletedProjects projects={projects} />
      ) : (
        <ProjectTable projects={projects} />
      )}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.isError && (
        <div className="mt-6 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? texts.loading : texts.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}

const searched = () => ({
  active: texts.searchedActive,
  archived: texts.searchedArchived,
  deleted: texts.searchedDeleted,
});

function NoProjects({ filter, onCreate }: { filter: ProjectFilter; onCreate: (() => void) | undefined }) {
  if (filter.q)
    return <EmptyState title={texts.noProjectsMatch(filter.q)}>{searched()[filter.status]}</EmptyState>;
  if (filter.status === 'archived') {
    return <EmptyState title={texts.noArchivedProjects}>{texts.archivedProjectsAppearHere}</EmptyState>;
  }
  if (filter.status === 'deleted') {
    return <EmptyState title={texts.noDeletedProjects}>{texts.projectsDeleteAppearHereCan}</EmptyState>;
  }
  return (
    <EmptyState
      title={filter.ownerId ? texts.youOwnNoProjectsYet : texts.noProjectsYet}
      action={
        onCreate && (
          <Button variant="primary" onClick={onCreate}>
            <Icon name="plus" /> {texts.newProject}
          </Button>
        )
      }
    >
      {texts.projectContainsRecordingsNotesBoard}
    </EmptyState>
  );
}
