import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayWrite, useMe } from '../../lib/identity.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSettled } from '../../lib/settled.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page.tsx';
import { Empty, Failure, Waiting } from '../../ui/states.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { ProjectRow } from './project-row.tsx';
import { type ProjectFilter, projectsQuery } from './queries.ts';

const statuses = [
  { value: 'active', name: 'Active' },
  { value: 'archived', name: 'Archived' },
] as const;

export function ProjectsPage() {
  usePageTitle('Projects');
  const me = useMe();
  const [status, setStatus] = useState<ProjectFilter['status']>('active');
  const [typed, setTyped] = useState('');
  const [creating, setCreating] = useState(false);
  const q = useSettled(typed.trim(), 250);

  return (
    <>
      <PageHead
        title="Projects"
        actions={
          mayWrite(me) && (
            <Button look="primary" onClick={() => setCreating(true)}>
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
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="h-11 w-full rounded-lg border border-line bg-surface pr-3 pl-10 placeholder:text-soft hover:border-edge focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40"
          />
        </div>
        <fieldset className="flex gap-1 rounded-lg bg-sunken p-1">
          <legend className="sr-only">Which projects</legend>
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
      <ProjectList filter={{ q, status }} onCreate={mayWrite(me) ? () => setCreating(true) : undefined} />
      <NewProjectDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function ProjectList({ filter, onCreate }: { filter: ProjectFilter; onCreate: (() => void) | undefined }) {
  const list = useInfiniteQuery(projectsQuery(filter));
  if (list.isPending) return <Waiting rows={4} label="Loading projects" />;
  if (list.isError && !list.data) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  const projects = list.data.pages.flatMap((page) => page.data);
  if (projects.length === 0) return <Nothing filter={filter} onCreate={onCreate} />;

  return (
    <>
      <ul className="border-t border-line" aria-label="Projects">
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </ul>
      {list.isError && <Failure error={list.error} onRetry={() => void list.fetchNextPage()} />}
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

function Nothing({ filter, onCreate }: { filter: ProjectFilter; onCreate: (() => void) | undefined }) {
  if (filter.q)
    return (
      <Empty title="Nothing found">
        No {filter.status} project speaks of “{filter.q}”.
      </Empty>
    );
  if (filter.status === 'archived') {
    return (
      <Empty title="The archive is empty">Archived projects rest here, out of the way and unharmed.</Empty>
    );
  }
  return (
    <Empty
      title="Begin with a question"
      action={
        onCreate && (
          <Button look="primary" onClick={onCreate}>
            <Icon name="plus" /> New project
          </Button>
        )
      }
    >
      A project holds what you hear and what you make of it: recordings, notes, the board, the report.
    </Empty>
  );
}
