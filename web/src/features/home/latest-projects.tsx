import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Folder } from 'lucide-react';
import { type ProjectState, projectStatesQuery } from '../../data/project-states.ts';
import type { Project } from '../../data/projects.ts';
import { formatDueDate, formatRelativeTime } from '../../lib/format.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { texts } from './texts.ts';

const shownMax = 8;

/** The projects that were changed last, each with what goes on in it. */
export function LatestProjects({ projects }: { projects: Project[] }) {
  const { data: states = [] } = useQuery(projectStatesQuery);
  return (
    <section>
      <div className="control mb-1 flex items-center justify-between gap-3">
        <h2 className="font-medium">{texts.projects}</h2>
        <Link
          to="/projects"
          className="control inline-flex items-center text-sm font-medium text-accent hover:underline"
        >
          {texts.allProjects}
        </Link>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {projects.slice(0, shownMax).map((project) => (
          <Row
            key={project.id}
            project={project}
            state={states.find(({ project_id }) => project_id === project.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function Row({ project, state }: { project: Project; state: ProjectState | undefined }) {
  return (
    <li className="relative flex min-h-11 flex-wrap items-center gap-x-3 py-2 transition-colors hover:bg-sunken/60 sm:flex-nowrap">
      <Folder size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
      <Link
        to="/projects/$projectId"
        params={{ projectId: project.id }}
        dir="auto"
        className="min-w-0 flex-1 truncate font-medium after:absolute after:inset-0 max-sm:basis-[80%]"
      >
        {project.name}
      </Link>
      <span className="flex min-w-0 items-center gap-2 text-sm text-soft max-sm:ms-7 sm:shrink-0">
        <State project={project} state={state} />
      </span>
      <span className="shrink-0 text-end text-sm text-soft max-sm:ms-auto sm:w-28">
        {formatRelativeTime(project.last_activity_at)}
      </span>
    </li>
  );
}

/** Files that become transcripts, else the progress of the open study, else how much there is. */
function State({ project, state }: { project: Project; state: ProjectState | undefined }) {
  if (state && state.transcribing_count > 0) return texts.transcribing(state.transcribing_count);
  if (!state?.study) return texts.files(project.file_count);
  const { name, completed_count: count, target_participants: target, deadline } = state.study;
  return (
    <>
      {target !== null && target > 0 && (
        <span className="hidden w-12 sm:block">
          <ProgressBar label={name} value={Math.min(100, (count / target) * 100)} />
        </span>
      )}
      {target ? texts.responsesOf(count, target) : texts.responses(count)}
      {deadline && <span className="hidden xl:inline">· {texts.closes(formatDueDate(deadline))}</span>}
    </>
  );
}
