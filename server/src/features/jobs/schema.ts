import Type, { type TSchema } from 'typebox';
import {
  commonFields,
  DateTime,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  type PayloadUnion,
  ProjectId,
  payloadsKeyword,
  Resource,
  referenceKeyword,
  SomeOf,
} from '../../http/schema.ts';
import { type JobRow, type JobType, jobStatuses, jobTypes } from './job-kind.ts';

/** Long enough to save polls, shorter than the time-out of common proxies (spec §6.2). */
const waitSecondsMax = 30;

export const Job = Resource(
  'Job',
  {
    ...commonFields('job'),
    type: OneOf(jobTypes, { description: 'The kind of work; decides the fields of `result`.' }),
    status: OneOf(jobStatuses, {
      description: '`queued` → `running` → `succeeded` or `failed`.',
      examples: ['succeeded'],
    }),
    progress: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Percent; 100 once it has succeeded.',
      examples: [100],
    }),
    project_id: ProjectId(),
    file_id: Nullable(Id('file', 'The file that it works on; null if it works on a project.')),
    result: Nullable(
      Type.Object(
        {},
        { description: 'What the job produced (the `result` of its JobKind). Null until it has succeeded.' },
      ),
    ),
    error: Nullable(
      Type.Object(
        {
          code: Type.String({ description: '`canceled`, or what failed.', examples: ['canceled'] }),
          message: Type.String({ description: 'The reason, for people.' }),
        },
        { title: 'JobError', description: 'Why it failed; null unless `status` is `failed`.' },
      ),
    ),
    attempts: Type.Integer({ minimum: 0, description: 'How often a worker has started it; at most 3.' }),
    retry: Nullable(
      Type.Object(
        {
          code: Type.String({ description: 'What failed.', examples: ['provider_unavailable'] }),
          message: Type.String({ description: 'The reason, for people.' }),
          at: DateTime('When the next attempt starts, or later if the workers are busy.'),
        },
        {
          title: 'JobRetry',
          description: 'Why the last attempt failed; null unless the job waits for another attempt.',
        },
      ),
    ),
    credits_used: Type.Integer({
      minimum: 0,
      description: 'Credits of the plan that it spent; returned if it fails.',
    }),
    usage: Nullable(
      Type.Object(
        {
          provider: Type.String({ description: 'The configured provider.', examples: ['anthropic'] }),
          model: Type.String({ description: 'The model of that provider.', examples: ['claude-sonnet-4-5'] }),
          input_tokens: Type.Integer({ minimum: 0, description: 'Tokens that the model read.' }),
          output_tokens: Type.Integer({ minimum: 0, description: 'Tokens that the model wrote.' }),
          audio_seconds: Type.Number({
            minimum: 0,
            description: 'Length of the recordings that it transcribed.',
          }),
          cost_usd: Nullable(
            Type.Number({
              minimum: 0,
              description: 'By the prices that the operator configured; null without them.',
              examples: [0.0421],
            }),
          ),
        },
        {
          title: 'JobUsage',
          description:
            'What a configured AI provider used, over all attempts; estimated if the provider does not count tokens. Null if the work was done on this server.',
        },
      ),
    ),
    started_at: Nullable(DateTime('When a worker first started it; null while it is queued.')),
    finished_at: Nullable(DateTime('When it succeeded or failed; null until then.')),
  },
  {
    description: 'Work that takes longer than a request. `type` decides the fields of `result`.',
    [payloadsKeyword]: { of: 'job', field: 'result' } satisfies PayloadUnion,
  },
);

/** A job of one type, for the response of the request that starts it. */
export const JobOf = (type: JobType): TSchema => ({
  ...Job,
  [payloadsKeyword]: { of: 'job', field: 'result', only: type } satisfies PayloadUnion,
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
  retry:
    row.retry_at === null
      ? null
      : { code: row.retry_code ?? '', message: row.retry_message ?? '', at: row.retry_at },
  credits_used: row.credits_used,
  usage: row.usage,
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
        'Respond as soon as the job has ended, or after this time with its current state. 0 responds immediately.',
    }),
  ),
});
