import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { type ProjectFilter, projectsQuery } from '../../data/projects.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { ProjectRow } from './project-row.tsx';

const statuses = [
  { value: 'active', name: 'Active' },
  { value: 'archived', name: 'Archived' },
] as const;

export function ProjectsPage() {
  usePageTitle('Projects');
  const me = useMe();
  const [status, setStatus] = useState<ProjectFilter['status']>('active');
  const [searchText, setSearchText] = useState('');
  const [creating, setCreating] = useState(false);
  const q = useDebouncedValue(searchText.trim(), 250);

  return (
    <>
      <PageHead
        title="Projects"
        actions={
          canWrite(me) && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Icon name="plus" /> New project
            </Button>
          )
        }
      />
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="relative min-w-0 flex-1 basis-64">
          <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-soft">
            <Icon name="search" />
          </span>
          <input
            type="search"
            aria-label="Search projects"
            placeholder="Search by name or description"
            maxLength={200}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
            className="h-11 w-full rounded-lg border border-line bg-surface pr-3 pl-10 placeholder:text-soft hover:border-edge focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40"
          />
        </div>
        <fieldset className="flex gap-1 rounded-lg bg-sunken p-1">
          <legend className="sr-only">Project status</legend>
          {statuses.map(({ value, name }) => (
            <button
              key={value}
              type="button"
              aria-pressed={status === value}
              onClick={() => setStatus(value)}
              className="min-h-9 rounded-md px-3.5 text-sm font-medium text-soft transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-sm"
            >
              {name}
            </button>
          ))}
        </fieldset>
      </div>
      <ProjectList filter={{ q, status }} onCreate={canWrite(me) ? () => setCreating(true) : undefined} />
      <NewProjectDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function ProjectList({ filter, onCreate }: { filter: ProjectFilter; onCreate: (() => void) | undefined }) {
  const list = useInfiniteQuery(projectsQuery(filter));
  if (list.isPending) return <Skeleton rows={4} label="Loading projects" />;
  if (list.isError && !list.data)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const projects = list.data.pages.flatMap((page) => page.data);
  if (projects.length === 0) return <NoProjects filter={filter} onCreate={onCreate} />;

  return (
    <>
      <ul className="border-t border-line" aria-label="Projects">
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </ul>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.isError && (
        <div className="mt-8 text-center">
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
  return (
    <EmptyState
      title="No projects yet"
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
