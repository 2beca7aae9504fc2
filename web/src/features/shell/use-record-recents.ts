import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { fileQuery } from '../../data/file.ts';
import { useMe } from '../../data/me.ts';
import { prefetched } from '../../data/prefetched.ts';
import { projectQuery } from '../../data/projects.ts';
import { addRecent } from '../../lib/recents.ts';

/** Remembers the files and projects that the user opens, for home and the palette. */
export function useRecordRecents(): void {
  const { id: userId } = useMe();
  const { projectId, fileId } = useParams({ strict: false });
  // The player writes the time into the address when it stops.
  const { t: seconds } = useSearch({ strict: false });
  // The pages load the same data, so these add no requests.
  const project = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== undefined }).data;
  const file = useQuery({
    ...fileQuery(fileId ?? ''),
    enabled: fileId !== undefined,
    ...prefetched,
  }).data;
  const projectName = project?.name;
  const fileName = file?.name;
  useEffect(() => {
    if (projectId && projectName !== undefined)
      addRecent(userId, { type: 'project', id: projectId, projectId, name: projectName });
  }, [userId, projectId, projectName]);
  useEffect(() => {
    if (projectId && fileId && fileName !== undefined)
      addRecent(userId, {
        type: 'file',
        id: fileId,
        projectId,
        name: fileName,
        ...(typeof seconds === 'number' ? { seconds } : {}),
      });
  }, [userId, projectId, fileId, fileName, seconds]);
}
