import { useMemberNames } from '../../data/members.ts';
import type { Project } from '../../data/projects.ts';
import { ProjectRow } from './project-row.tsx';
import { texts } from './texts.ts';

/** One row for each project: name, what it contains, who has access, when something last happened. */
export function ProjectTable({ projects }: { projects: Project[] }) {
  const names = useMemberNames();
  return (
    <>
      {/* The rows say the same to screen readers. */}
      <div aria-hidden="true" className="hidden gap-3 px-2 pb-1.5 text-xs font-medium text-soft sm:flex">
        <span className="min-w-0 flex-1">{texts.name}</span>
        <span className="hidden w-20 shrink-0 text-end lg:block">{texts.files}</span>
        <span className="hidden w-28 shrink-0 ps-4 md:block">{texts.access}</span>
        <span className="w-28 shrink-0 text-end">{texts.lastActivity}</span>
        <span className="w-8 shrink-0 pointer-coarse:w-11" />
      </div>
      <ul className="border-t border-line" aria-label={texts.projects}>
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} names={names} />
        ))}
      </ul>
    </>
  );
}
