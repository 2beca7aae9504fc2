import Type from 'typebox';
import {
  commonFields,
  DateTime,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  Resource,
  referenceKeyword,
  SomeOf,
} from '../../http/schema.ts';
import { type JobRow, jobStatuses, jobTypes } from './store.ts';

/** Long enough to save polls, short enough for the time-out of every proxy (spec §6.2). */
const waitSecondsMax = 30;

export const Job = Resource('Job', {
  ...commonFields('job'),
  type: OneOf(jobTypes),
  status: OneOf(jobStatuses, { description: '`queued` → `running` → `succeeded` or `failed`.' }),
  progress: Type.Integer({ minimum: 0, maximum: 100, examples: [40] }),
  project_id: Id('project'),
  file_id: Nullable(Id('file')),
  result: Nullable(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'What was made, once it has succeeded; its fields depend on `type`.',
        examples: [{ report_id: 'rep_01k9p3v7e8r5ys1q2w4x6z8abc' }],
      },
    ),
  ),
  error: Nullable(
    Type.Object(
      { code: Type.String({ examples: ['canceled'] }), message: Type.String() },
      { description: 'Why it failed; `canceled` when somebody ended it.' },
    ),
  ),
  attempts: Type.Integer({ minimum: 0 }),
  credits_used: Type.Integer({ minimum: 0, description: 'Given back when the job fails.' }),
  started_at: Nullable(DateTime()),
  finished_at: Nullable(DateTime()),
});

export const toJob = (row: JobRow) => ({
  id: row.id,
  type: row.type,
  status: row.status,
  progress: row.progress,
  project_id: row.project_id,
  file_id: row.file_id,
  result: row.result,
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  attempts: row.attempts,
  credits_used: row.credits_used,
  started_at: row.started_at,
  finished_at: row.finished_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

export const JobsQuery = listQuery(['-created_at', 'created_at', '-updated_at'], {
  type: Type.Optional(SomeOf(jobTypes)),
  status: Type.Optional(SomeOf(jobStatuses)),
  project_id: Type.Optional(IdFilter('project', { [referenceKeyword]: 'project_or_deleted' })),
  file_id: Type.Optional(IdFilter('file')),
});

export const JobQuery = Input({
  wait_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: waitSecondsMax,
      default: 0,
      description:
        'Answer as soon as the job has ended, or after this time with its current state. 0 answers at once.',
    }),
  ),
});
