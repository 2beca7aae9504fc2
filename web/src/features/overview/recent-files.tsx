import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Project } from '../../data/projects.ts';
import { recentFilesQuery } from '../../data/recent-files.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FileTile } from '../activity/index.ts';
import { Part, partLink } from './part.tsx';
import { texts } from './texts.ts';

// It contains the queue of uploads, which a project with files does not need at first.
const NoFiles = lazy(async () => ({ default: (await import('./no-files.tsx')).NoFiles }));

const shownMax = 4;

/** The files that were changed last; a project without files asks for some. */
export function RecentFiles({ project }: { project: Project }) {
  return (
    <Part
      title={texts.recentFiles}
      action={
        <Link to="/projects/$projectId/files" params={{ projectId: project.id }} className={partLink}>
          {texts.allFiles}
        </Link>
      }
    >
      <Files projectId={project.id} />
    </Part>
  );
}

function Files({ projectId }: { projectId: string }) {
  const files = useQuery(recentFilesQuery(projectId));
  if (files.isPending) return <Skeleton rows={3} label={texts.loadingFiles} />;
  if (files.isError) return <ErrorNotice error={files.error} onRetry={() => void files.refetch()} />;
  if (files.data.length === 0)
    return (
      <Suspense>
        <NoFiles projectId={projectId} />
      </Suspense>
    );
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {files.data.slice(0, shownMax).map((file) => (
        <FileTile
          key={file.id}
          file={file}
          detail={texts.changed(formatRelativeTime(file.last_activity_at))}
        />
      ))}
    </ul>
  );
}
