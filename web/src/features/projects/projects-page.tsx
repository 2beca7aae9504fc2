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

const lists = [
  { value: 'active', name: 'Active' },
  { value: 'mine', name: 'Mine' },
  { value: 'archived', name: 'Archived' },
  { value: 'deleted', name: 'Deleted' },
] as const;

export function ProjectsPage({ view, onView }: { view: ProjectsView; onView(change: ProjectsView): void }) {
  usePageTitle('Projects');
  const me = useMe();
  const writes = canWrite(me);
  const [text, setText] = useState(view.q ?? '');
  const q = useDebouncedValue(text.trim(), 250);
  useEffect(() => {
    if (q !== (view.q ?? '')) onView({ q: q || undefined });
  }, [q, view.q, onView]);
  const create = () => onView({ new: true });
  useShortcuts(writes ? [{ keys: 'n', label: 'New project', group: 'Projects', run: create }] : []);
  const filter = filterOf(view, me.id);

  return (
    <Page>
      <PageHead
        title="Projects"
        actions={
          writes && (
            <Button variant="primary" onClick={create} aria-keyshortcuts="N">
              <Icon name="plus" /> New project
            </Button>
          )
        }
      />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          label="Search projects"
          placeholder="Search by name or description"
          value={text}
          onChange={setText}
          className="flex-1 basis-56"
        />
        <SegmentedControl
          label="Which projects"
          value={view.status ?? (view.owner ? 'mine' : 'active')}
          options={lists}
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
  if (list.isPending) return <Skeleton rows={6} label="Loading projects" />;
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
            {list.isFetchingNextPage ? 'Loading…' : 'Load more'}
          </Button>
        </div>
      )}
    </>
  );
}

function NoProjects({ filter, onCreate }: { filter: ProjectFilter; onCreate: (() => void) | undefined }) {
  if (filter.q)
    return (
      <EmptyState title={`No projects match “${filter.q}”`}>
        The search covers the names and descriptions of {filter.status} projects.
      </EmptyState>
    );
  if (filter.status === 'archived') {
    return <EmptyState title="No archived projects">Archived projects appear here.</EmptyState>;
  }
  if (filter.status === 'deleted') {
    return (
      <EmptyState title="No deleted projects">
        Projects that you delete appear here. You can restore them for 30 days.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={filter.ownerId ? 'You own no projects yet' : 'No projects yet'}
      action={
        onCreate && (
          <Button variant="primary" onClick={onCreate}>
            <Icon name="plus" /> New project
          </Button>
        )
      }
    >
      A project contains the recordings, notes, board and reports of one study.
    </EmptyState>
  );
}
