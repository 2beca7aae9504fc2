import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { fileQuery } from '../../data/file.ts';
import { type RunningJob, runningJobsQuery } from '../../data/jobs.ts';
import { formatProgress } from '../../lib/format.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';

const names: Record<RunningJob['type'], string> = {
  transcription: 'Transcribing',
  report: 'Writing a report',
  chat: 'Answering a question',
  auto_tag: 'Suggesting tags',
  sentiment: 'Rating the sentiment',
  simulation: 'Simulating participants',
};

/** Work that the server does now. Renders nothing while there is none. */
export function RunningJobs({ projectId, title }: { projectId?: string; title: string }) {
  const { data: jobs = [] } = useQuery(runningJobsQuery(projectId));
  if (jobs.length === 0) return null;
  return (
    <section className="mb-8">
      <h2 className="control mb-2 flex items-center font-medium">{title}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {jobs.map((job) => (
          <Row key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

function Row({ job }: { job: RunningJob }) {
  const { data: file } = useQuery({ ...fileQuery(job.file_id ?? ''), enabled: job.file_id !== null });
  const name = names[job.type];
  const isWaiting = job.status === 'queued' || job.retry !== null;
  const { project_id: projectId, file_id: fileId } = job;
  return (
    <li className="relative flex min-h-11 items-center gap-4 py-2 hover:bg-sunken/60">
      <p className="min-w-0 flex-1 truncate">
        <span className="text-soft">{name}</span>{' '}
        {fileId ? (
          <Link
            to="/projects/$projectId/files/$fileId"
            params={{ projectId, fileId }}
            dir="auto"
            className="font-medium after:absolute after:inset-0"
          >
            {file?.name ?? 'a file'}
          </Link>
        ) : (
          <Link
            to="/projects/$projectId"
            params={{ projectId }}
            className="font-medium after:absolute after:inset-0"
          >
            in a project
          </Link>
        )}
      </p>
      <div className="w-28 shrink-0">
        <ProgressBar label={`${name} ${file?.name ?? ''}`} value={isWaiting ? undefined : job.progress} />
      </div>
      <p className="w-14 shrink-0 text-end text-sm text-soft tabular-nums" title={job.retry?.message}>
        {isWaiting ? 'Waiting' : formatProgress(job.progress)}
      </p>
    </li>
  );
}
