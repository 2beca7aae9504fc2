import type { CreditName } from '../../foundation/plans.ts';
import type { Db } from '../../platform/database/index.ts';

export const jobTypes = ['transcription', 'report', 'chat', 'auto_tag', 'sentiment'] as const;
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
  /** 0 to 100. A hint that is written at most once a second. */
  progress(percent: number): void;
}

/** How one type of job is done. */
export interface JobKind {
  /** How many jobs of this type one process runs at a time. */
  concurrency: number;
  /** Runs in its own short transaction whenever an attempt begins. */
  begun?(db: Db, job: JobRow, now: Date): Promise<void>;
  /**
   * Does the work outside any transaction and returns how to write its result. That function runs in the transaction
   * that also ends the job, together with the event, and returns what the job shows as `result`.
   */
  run(job: JobRow, run: JobRun): Promise<(tx: Db, now: Date) => Promise<object>>;
  /** Runs in the transaction that ends a job without a result: failed, canceled, or its project deleted. */
  failed?(tx: Db, job: JobRow, now: Date): Promise<void>;
}

export type JobKinds = Partial<Record<JobType, JobKind>>;
