import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Check, ChevronsUpDown } from 'lucide-react';
import { projectsQuery } from '../../data/projects.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { isOverview, projectSections } from './sections.ts';
import { texts } from './texts.ts';

/** The most that a menu shows without a search; the page of all projects has one. */
const shownMax = 8;

/** Opens the same page of another project. */
export function ProjectSwitcher({ projectId, name }: { projectId: string; name: string }) {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={name ? texts.switchFrom(name) : texts.switchProject}
          title={name || undefined}
          className="flex min-h-7 w-full items-center justify-center gap-1 rounded-md px-2 text-start text-sm text-soft transition-colors hover:bg-sunken hover:text-ink lg:justify-between pointer-coarse:min-h-11"
        >
          <span
            aria-hidden="true"
            className="flex size-6 shrink-0 items-center justify-center rounded-md bg-accent-wash font-serif text-base text-accent lg:hidden"
          >
            {[...name][0]?.toUpperCase() ?? '·'}
          </span>
          <span className="hidden truncate lg:block" dir="auto">
            {name || texts.project}
          </span>
          <ChevronsUpDown
            size={14}
            strokeWidth={1.75}
            aria-hidden="true"
            className="hidden shrink-0 lg:block"
          />
        </button>
      }
    >
      <Choices projectId={projectId} />
    </Menu>
  );
}

function Choices({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery(projectsQuery({ q: '', status: 'active' }));
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const projects = list.data?.pages.flatMap((page) => page.data).slice(0, shownMax) ?? [];
  const section =
    projectSections.find(
      ({ to }) => pathname.startsWith(to.replace('$projectId', projectId)) && !isOverview(to),
    ) ?? projectSections[0];
  return (
    <>
      {projects.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => void navigate({ to: section.to, params: { projectId: id } })}>
          <Check
            size={14}
            strokeWidth={2}
            aria-hidden="true"
            className={`shrink-0 ${id === projectId ? '' : 'invisible'}`}
          />
          <span className="max-w-64 truncate" dir="auto">
            {name}
          </span>
        </MenuItem>
      ))}
      {projects.length > 0 && <MenuSeparator />}
      <MenuItem onSelect={() => void navigate({ to: '/projects' })}>
        <span className="ps-5.5">{texts.allProjects}</span>
      </MenuItem>
    </>
  );
}
