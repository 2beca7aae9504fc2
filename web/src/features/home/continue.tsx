import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Folder } from 'lucide-react';
import { useEffect } from 'react';
import { fileQuery } from '../../data/file.ts';
import { useMe } from '../../data/me.ts';
import type { Project } from '../../data/projects.ts';
import { isNotFound } from '../../lib/errors.ts';
import { formatCount, formatRelativeTime } from '../../lib/format.ts';
import { removeRecent, useRecents } from '../../lib/recents.ts';
import { FileTile } from '../activity/index.ts';

const filesMax = 6;
const projectsMax = 4;

/** The files that the user opened last, those with the latest change first, and the latest projects. */
export function Continue({ projects }: { projects: Project[] }) {
  const { id: userId } = useMe();
  const recents = useRecents(userId)
    .filter(({ type }) => type === 'file')
    .slice(0, filesMax);
  const files = useQueries({ queries: recents.map(({ id }) => fileQuery(id)) });
  const goneIds = recents.filter((_recent, index) => isNotFound(files[index]?.error)).map(({ id }) => id);
  // A file that was deleted since, alone or with its project, is no longer offered anywhere.
  useEffect(() => {
    for (const id of goneIds) removeRecent(userId, id);
  });
  const shown = recents
    .flatMap(({ id, at, projectId }) => {
      const file = files.find(({ data }) => data?.id === id)?.data;
      if (!file) return [];
      const project = projects.find((other) => other.id === projectId);
      const isEdited = file.last_activity_at > at;
      const latest = isEdited ? file.last_activity_at : at;
      const when = `${isEdited ? 'Changed' : 'Opened'} ${formatRelativeTime(latest)}`;
      return [{ file, latest, detail: [when, project?.name].filter(Boolean).join(' · ') }];
    })
    .toSorted((a, b) => b.latest.localeCompare(a.latest));
  return (
    <>
      {shown.length > 0 && (
        <section>
          <h2 className="control mb-2 flex items-center font-medium">Continue where you were</h2>
          <ul className="grid gap-2 sm:grid-cols-2">
            {shown.map(({ file, detail }) => (
              <FileTile key={file.id} file={file} detail={detail} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <div className="control mb-2 flex items-center justify-between gap-3">
          <h2 className="font-medium">Projects</h2>
          <Link
            to="/projects"
            className="control inline-flex items-center text-sm font-medium text-accent hover:underline"
          >
            All projects
          </Link>
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {projects.slice(0, projectsMax).map((project) => (
            <li
              key={project.id}
              className="relative flex min-h-11 items-center gap-3 py-2 transition-colors hover:bg-sunken/60"
            >
              <Folder size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
              <Link
                to="/projects/$projectId"
                params={{ projectId: project.id }}
                dir="auto"
                className="min-w-0 flex-1 truncate font-medium after:absolute after:inset-0"
              >
                {project.name}
              </Link>
              <span className="shrink-0 text-sm text-soft">
                {formatCount(project.file_count, 'file')}
                <span className="hidden sm:inline"> · {formatRelativeTime(project.last_activity_at)}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
