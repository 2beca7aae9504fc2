import { Link } from '@tanstack/react-router';
import type { Project } from '../../data/projects.ts';
import { isSample } from '../../data/sample.ts';
import { formatNumber, formatRelativeTime } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/page-layout.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { texts } from './texts.ts';

const avatarsMax = 3;

export function ProjectRow({ project, names }: { project: Project; names: ReadonlyMap<string, string> }) {
  return (
    <li className="relative flex items-center gap-3 border-b border-line py-2.5 transition-colors hover:bg-sunken/60 sm:px-2">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            to="/projects/$projectId"
            params={{ projectId: project.id }}
            dir="auto"
            className="truncate font-medium after:absolute after:inset-0"
          >
            {project.name}
          </Link>
          {isSample(project) && <Badge>{texts.sample}</Badge>}
          {project.status === 'archived' && <Badge>{texts.archivedState}</Badge>}
        </p>
        <p className="truncate text-sm text-soft" dir="auto">
          {project.description || <Contents project={project} />}
        </p>
      </div>
      <p className="hidden w-20 shrink-0 text-end text-sm text-soft tabular-nums lg:block">
        {formatNumber(project.file_count)}
        <span className="sr-only"> {project.file_count === 1 ? texts.fileUnit : texts.filesUnit}</span>
      </p>
      <People project={project} names={names} />
      <p className="hidden w-28 shrink-0 text-end text-sm text-soft sm:block">
        <span className="sr-only">{texts.lastActivity} </span>
        {formatRelativeTime(project.last_activity_at)}
      </p>
      <div className="relative">
        <ProjectMenu project={project} />
      </div>
    </li>
  );
}

/** Wide windows show the number of files in a column. */
const Contents = ({ project }: { project: Project }) => (
  <>
    <span className="lg:hidden">{texts.files2(project.file_count)} · </span>
    {texts.tags2(project.tag_count)} · {texts.notes2(project.note_count)}
  </>
);

function People({ project, names }: { project: Project; names: ReadonlyMap<string, string> }) {
  if (project.visibility === 'workspace')
    return <p className="hidden w-28 shrink-0 ps-4 text-sm text-soft md:block">{texts.everyone}</p>;
  const ids = [project.owner_id, ...project.member_ids];
  const known = ids.flatMap((id) => names.get(id) ?? []);
  return (
    <div className="hidden w-28 shrink-0 items-center gap-1 ps-4 md:flex">
      {known.slice(0, avatarsMax).map((name, index) => (
        <Avatar key={ids[index]} name={name} />
      ))}
      {ids.length > avatarsMax && <span className="text-sm text-soft">+{ids.length - avatarsMax}</span>}
    </div>
  );
}
