import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endedJobsQuery, type RunningJob } from '../../data/jobs.ts';

/** How long a job that succeeded stays. */
const shownMs = 10_000;
/** A job that failed longer ago is history. */
const failedMs = 86_400_000;

/** What became of jobs: those that this page saw running, for a while, and those that failed and were not repeated since. */
export function useEndedJobs(running: RunningJob[], projectId: string | undefined) {
  const { data: ended = [] } = useQuery(endedJobsQuery(projectId));
  const [seen, setSeen] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const runningIds = running.map(({ id }) => id).join(' ');
  const endedIds = ended.map(({ id }) => id).join(' ');
  useEffect(() => {
    const [isRunning, hasEnded] = [runningIds.split(' '), new Set(endedIds.split(' '))];
    setSeen((before) => {
      const after = new Map(before);
      for (const id of isRunning) if (id) after.set(id, null);
      for (const [id, at] of after) if (at === null && hasEnded.has(id)) after.set(id, Date.now());
      return after;
    });
  }, [runningIds, endedIds]);
  const [now, setNow] = useState(0);
  useEffect(() => {
    const ends = [...seen.values()].flatMap((at) => (at !== null && at + shownMs > now ? at + shownMs : []));
    if (ends.length === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, Math.min(...ends) - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [seen, now]);
  const jobs = ended.filter((job) => {
    if (dismissed.has(job.id)) return false;
    if (job.status === 'failed') return isOpenFailure(job, [...running, ...ended]);
    const at = seen.get(job.id);
    return typeof at === 'number' && at + shownMs > Math.max(now, at);
  });
  return { jobs, dismiss: (id: string) => setDismissed((before) => new Set([...before, id])) };
}

/** A job that failed in the last 24 hours. Not if a person canceled it, or if the same work was started again. */
export function isOpenFailure(job: RunningJob, others: RunningJob[], now = Date.now()): boolean {
  const isRecent = Date.parse(job.finished_at ?? job.created_at) > now - failedMs;
  const isRepeated = others.some(
    ({ type, file_id, project_id, created_at }) =>
      type === job.type &&
      file_id === job.file_id &&
      project_id === job.project_id &&
      created_at > job.created_at,
  );
  return isRecent && !isRepeated && job.error?.code !== 'canceled';
}
