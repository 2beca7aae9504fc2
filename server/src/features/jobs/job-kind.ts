import type { TSchema } from 'typebox';
import type { CreditName } from '../../foundation/plans.ts';
import type { AiUsage } from '../../platform/ai/usage.ts';
import type { Db } from '../../platform/database/index.ts';

export const jobTypes = ['transcription', 'report', 'chat', 'auto_tag', 'sentiment', 'simulation'] as const;
export type JobType = (typeof jobTypes)[number];
export const jobStatuses = ['queued', 'running', 'succeeded', 'failed'] as const;

export interface JobRow {
  id: string;
  workspace_id: string;
  project_id: string;
  file_id: string | null;
  type: JobType;
  status: (typeof jobStatuses)[number];
  progress: number;
  input: Record<string, unknown>;
  result: Record<string, unknown> | null;
  error_code: string | null;
  error_message: string | null;
  attempts: number;
  /** Why the last attempt failed, while the job waits for the next one. */
  retry_code: string | null;
  retry_message: string | null;
  retry_at: Date | null;
  usage: AiUsage | null;
  credit: CreditName | null;
  credits_used: number;
  created_by: string | null;
  started_at: Date | null;
  finished_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface JobRun {
  signal: AbortSignal;
  /** 0 to 100. Written at most once a second. */
  progress(percent: number): void;
  /** Adds to the `usage` of the job, which also counts attempts that fail. */
  addUsage(usage: AiUsage): void;
}

/** The work of one type of job. */
export interface JobKind {
  /** What `run` returns in the end, for the OpenAPI document. */
  result: TSchema;
  /** How many jobs of this type one process runs at a time. */
  concurrency: number;
  /** How many brief jobs of this type it runs beside them. Only for types with brief jobs. */
  briefConcurrency?: number;
  /** Runs in its own short transaction at the start of each attempt. */
  onStart?(db: Db, job: JobRow, now: Date): Promise<void>;
  /**
   * Does the work outside any transaction and returns a function that writes the result. That function runs in the
   * transaction that also finishes the job and emits the event; its return value is the `result` of the job.
   */
  run(job: JobRow, run: JobRun): Promise<(tx: Db, now: Date) => Promise<object>>;
  /** Runs in the transaction that ends a job without a result: failed, canceled, or its project deleted. */
  onFailure?(tx: Db, job: JobRow, now: Date): Promise<void>;
}

export type JobKinds = Partial<Record<JobType, JobKind>>;
