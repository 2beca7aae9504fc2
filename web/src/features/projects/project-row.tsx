import { Link } from '@tanstack/react-router';
import type { Project } from '../../data/projects.ts';
import { formatCount, formatRelativeTime } from '../../lib/format.ts';
import { ProjectMenu } from './project-menu.tsx';

export function ProjectRow({ project }: { project: Project }) {
  return (
    <li className="group relative flex items-start gap-3 border-b border-line py-5">
      <div className="min-w-0 flex-1">
        <Link
          to="/projects/$projectId"
          params={{ projectId: project.id }}
          className="font-serif text-[1.375rem] leading-snug after:absolute after:inset-0 hover:text-accent"
        >
          {project.name}
        </Link>
        {project.description && (
          <p className="mt-0.5 line-clamp-2 max-w-prose text-soft">{project.description}</p>
        )}
        <p className="mt-1.5 text-sm text-soft">{projectFacts(project).join(' · ')}</p>
      </div>
      <div className="relative">
        <ProjectMenu project={project} />
      </div>
    </li>
  );
}

function projectFacts(project: Project): string[] {
  const facts = [`Updated ${formatRelativeTime(project.updated_at)}`];
  if (project.file_count > 0) facts.push(formatCount(project.file_count, 'file'));
  if (project.response_count > 0) facts.push(formatCount(project.response_count, 'response'));
  if (project.visibility === 'workspace') facts.push('Shared with everyone');
  else if (project.member_ids.length > 0)
    facts.push(`Shared with ${formatCount(project.member_ids.length, 'person', 'people')}`);
  return facts;
}
