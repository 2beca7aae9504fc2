import type { Client } from 'openapi-fetch';
import type { components, paths } from './generated.ts';
import { unwrap } from './pages.ts';

type Job = components['schemas']['Job'];

/** A job that has succeeded or failed. If it succeeded, `result` has the type that belongs to its `type`. */
export type EndedJob = Job & { status: 'succeeded' | 'failed' };

export interface WaitOptions {
  /** How long to wait in milliseconds before an error is thrown. Default: without limit. */
  timeoutMs?: number | undefined;
  /** Called with each state that is read. */
  onProgress?: ((job: Job) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The server responds as soon as the job has ended, or after this time. */
const waitSecondsMax = 30;

/** Waits until a job has ended, and returns it: `succeeded` with its `result`, or `failed` with its `error`. */
export async function waitForJob(
  client: Client<paths>,
  jobId: string,
  { timeoutMs = Number.POSITIVE_INFINITY, onProgress, signal }: WaitOptions = {},
): Promise<EndedJob> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const leftSeconds = Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
    const init = {
      params: { path: { jobId }, query: { wait_seconds: Math.min(waitSecondsMax, leftSeconds) } },
      ...(signal ? { signal } : {}),
    };
    const job = unwrap(await client.GET('/v1/jobs/{jobId}', init)).data.data;
    onProgress?.(job);
    if (hasEnded(job)) return job;
    if (Date.now() >= deadline) throw new Error(`The job ${jobId} has not ended within ${timeoutMs} ms.`);
  }
}

const hasEnded = (job: Job): job is EndedJob => job.status === 'succeeded' || job.status === 'failed';
