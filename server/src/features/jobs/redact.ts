import { sql } from '../../platform/database/index.ts';
import { inProject, type TextTable } from '../text-table.ts';
import type { JobRow } from './job-kind.ts';

type JobTexts = Pick<JobRow, 'file_id' | 'input' | 'result'> & {
  error_message: string | null;
  retry_message: string | null;
};

export const jobTexts: TextTable<JobTexts> = {
  table: 'jobs',
  key: ['id'],
  ofProject: inProject,
  columns: { input: 'json', result: 'json', error_message: 'plain', retry_message: 'plain' },
  reads: { file_id: sql`t.file_id` },
  touches: ['updated_at'],
  countedAs: 'jobs',
  pageSize: 100,
  rewrite(job, erased) {
    const redact = <T extends object>(value: T): T => {
      // The names of the person are removed from a job about their file.
      const { file_id, ...record } = erased.redactRecord({ file_id: job.file_id, ...value });
      return ('file_id' in value ? { file_id, ...record } : record) as T;
    };
    return {
      ...job,
      input: redact(job.input),
      result: job.result && redact(job.result),
      error_message: job.error_message === null ? null : erased.remove(job.error_message),
      retry_message: job.retry_message === null ? null : erased.remove(job.retry_message),
    };
  },
};
