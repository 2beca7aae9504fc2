import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { projectQuery } from '../../data/projects.ts';
import { formatNumber } from '../../lib/format.ts';
import { ProjectSwitcher } from './project-switcher.tsx';
import { RailLabel, railItem } from './rail-item.tsx';
import { isOverview, projectSections, sectionName } from './sections.ts';

/** The pages of the project that is open. */
export function ProjectNavigation({ projectId }: { projectId: string }) {
  const { data: project } = useQuery(projectQuery(projectId));
  return (
    <div className="flex flex-col gap-0.5">
      <ProjectSwitcher projectId={projectId} name={project?.name ?? ''} />
      {projectSections.map((section) => {
        const { to, icon, count } = section;
        const name = sectionName(section);
        const number = project && count ? project[count] : 0;
        return (
          <Link
            key={to}
            to={to}
            params={{ projectId }}
            activeOptions={{ exact: isOverview(to), includeSearch: false }}
            title={name}
            className={railItem}
          >
            <RailLabel icon={icon} name={name} />
            {number > 0 && (
              <span className="hidden font-normal tabular-nums lg:block">{formatNumber(number)}</span>
            )}
          </Link>
        );
      })}
    </div>
  );
}
