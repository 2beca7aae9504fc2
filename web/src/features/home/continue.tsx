import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fileQuery } from '../../data/file.ts';
import { useMe } from '../../data/me.ts';
import type { Project } from '../../data/projects.ts';
import { isNotFound } from '../../lib/errors.ts';
import { formatRelativeTime, formatTimecode } from '../../lib/format.ts';
import { removeRecent, useRecents } from '../../lib/recents.ts';
import { FileTile } from '../activity/index.ts';
import { texts } from './texts.ts';

const filesMax = 6;

/** The files that the user opened last, those with the latest change first. */
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
    .flatMap(({ id, at, projectId, seconds }) => {
      const file = files.find(({ data }) => data?.id === id)?.data;
      if (!file) return [];
      const project = projects.find((other) => other.id === projectId);
      const isEdited = file.last_activity_at > at;
      const latest = isEdited ? file.last_activity_at : at;
      const when = texts[isEdited ? 'changed' : 'opened'](formatRelativeTime(latest));
      return [
        {
          file,
          latest,
          seconds,
          detail: [seconds ? texts.at(formatTimecode(seconds)) : '', when, project?.name]
            .filter(Boolean)
            .join(' · '),
        },
      ];
    })
    .toSorted((a, b) => b.latest.localeCompare(a.latest));
  return (
    shown.length > 0 && (
      <section>
        <h2 className="control mb-2 flex items-center font-medium">{texts.continueWhere}</h2>
        <ul className="grid gap-2 sm:grid-cols-2">
          {shown.map(({ file, detail, seconds }) => (
            <FileTile key={file.id} file={file} detail={detail} seconds={seconds} />
          ))}
        </ul>
      </section>
    )
  );
}
