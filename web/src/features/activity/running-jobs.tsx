import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { fileQuery } from '../../data/file.ts';
import { canRetry, type RunningJob, runningJobsQuery, useRetryJob } from '../../data/jobs.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { failureReason } from '../../lib/errors.ts';
import { formatNumber, formatProgress } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useEndedJobs } from './ended-jobs.ts';
import { texts } from './texts.ts';

/** Work that the server does now, for a while what it has done, and what failed. Renders nothing if there is none. */
export function RunningJobs({ projectId, title }: { projectId?: string; title: string }) {
  const { data: jobs = [] } = useQuery(runningJobsQuery(projectId));
  const ended = useEndedJobs(jobs, projectId);
  if (jobs.length + ended.jobs.length === 0) return null;
  return (
    <section>
      <h2 className="control mb-1 flex items-baseline gap-2 font-medium">
        {title}
        {jobs.length > 0 && (
          <span className="text-sm font-normal text-soft">{formatNumber(jobs.length)}</span>
        )}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {jobs.map((job) => (
          <RunningRow key={job.id} job={job} />
        ))}
        {ended.jobs.map((job) => (
          <EndedRow key={job.id} job={job} onDismiss={() => ended.dismiss(job.id)} />
        ))}
      </ul>
    </section>
  );
}

const useFileName = ({ file_id }: RunningJob): string | undefined =>
  useQuery({ ...fileQuery(file_id ?? ''), enabled: file_id !== null }).data?.name;

function RunningRow({ job }: { job: RunningJob }) {
  const fileName = useFileName(job);
  const name = texts.jobs[job.type];
  const isWaiting = job.status === 'queued' || job.retry !== null;
  return (
    <li className="relative space-y-1.5 py-2.5 hover:bg-sunken/60">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate">
          <span className="text-soft">{name}</span>{' '}
          <JobLink job={job} className="font-medium after:absolute after:inset-0">
            {job.file_id ? (fileName ?? texts.aFile) : texts.inAProject}
          </JobLink>
        </span>
        <span className="shrink-0 text-sm text-soft tabular-nums" title={job.retry?.message}>
          {isWaiting ? texts.waiting : formatProgress(job.progress)}
        </span>
      </p>
      <ProgressBar label={`${name} ${fileName ?? ''}`} value={isWaiting ? undefined : job.progress} />
    </li>
  );
}

function EndedRow({ job, onDismiss }: { job: RunningJob; onDismiss(): void }) {
  const fileName = useFileName(job);
  const writes = canWrite(useMe());
  const retry = useRetryJob();
  const toast = useToast();
  const failed = job.status === 'failed';
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-32">
        <p className="truncate">
          <span className={failed ? 'text-danger' : 'text-soft'}>
            {texts[failed ? 'failed' : 'done'][job.type]}
          </span>{' '}
          <bdi className="font-medium">{fileName}</bdi>
        </p>
        {failed && <p className="text-sm text-soft">{job.error?.message}</p>}
      </div>
      {failed && writes && canRetry(job) && (
        <Button
          busy={retry.isPending}
          onClick={() => retry.mutate(job, { onError: (error) => toast({ text: failureReason(error) }) })}
        >
          {texts.retry}
        </Button>
      )}
      {!failed && (
        <JobLink
          job={job}
          className="control inline-flex items-center px-2 font-medium text-accent hover:underline"
        >
          {texts.open}
        </JobLink>
      )}
      {failed && (
        <IconButton label={texts.dismiss} onClick={onDismiss}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

interface JobLinkProps {
  job: RunningJob;
  className: string;
  children: string;
}

/** Opens what the job works on or has made. */
function JobLink({ job, className, children }: JobLinkProps) {
  const { project_id: projectId, file_id: fileId } = job;
  const made = (job.result ?? {}) as { report_id?: string; chat_id?: string };
  const link = { dir: 'auto', className, children } as const;
  if (fileId)
    return <Link to="/projects/$projectId/files/$fileId" params={{ projectId, fileId }} {...link} />;
  if (made.report_id)
    return (
      <Link
        to="/projects/$projectId/reports/$reportId"
        params={{ projectId, reportId: made.report_id }}
        {...link}
      />
    );
  if (made.chat_id)
    return (
      <Link to="/projects/$projectId/ask/$chatId" params={{ projectId, chatId: made.chat_id }} {...link} />
    );
  return <Link to="/projects/$projectId" params={{ projectId }} {...link} />;
}
