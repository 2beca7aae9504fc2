import Type, { type Static } from 'typebox';
import {
  commonFields,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  Resource,
  SomeOf,
  Text,
} from '../../http/schema.ts';
import type { TaggingRow } from './tagging-store.ts';
import { targetTypes } from './targets.ts';

const statuses = ['suggested', 'accepted', 'rejected'] as const;
const sources = ['manual', 'ai'] as const;

/** A moment in a recording. */
export const Seconds = () => Type.Number({ minimum: 0, maximum: 10_000_000, examples: [12.5] });

export const Tagging = Resource('Tagging', {
  ...commonFields('tagging'),
  project_id: Id('project'),
  tag_id: Id('tag'),
  target_type: OneOf(targetTypes),
  target_id: Type.String({ examples: ['note_01k9p3v7e8r5ys1q2w4x6z8abc'] }),
  file_id: Nullable(Id('file', 'The file that the target is or is part of.')),
  start_seconds: Nullable(Seconds()),
  end_seconds: Nullable(Seconds()),
  quote: Nullable(Type.String()),
  source: OneOf(sources),
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1, description: 'Of the AI; null for people.' })),
  status: OneOf(statuses),
  job_id: Nullable(Id('job', 'The job that made it.')),
});

export const toTagging = (row: TaggingRow) => ({
  id: row.id,
  project_id: row.project_id,
  tag_id: row.tag_id,
  target_type: row.target_type,
  target_id: row.target_id,
  file_id: row.file_id,
  start_seconds: row.start_seconds,
  end_seconds: row.end_seconds,
  quote: row.quote,
  source: row.source,
  confidence: row.confidence,
  status: row.status,
  job_id: row.job_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

export const NewTagging = Input({
  target_type: OneOf(targetTypes),
  target_id: Type.String({ maxLength: 100, description: 'In the project of the tag.' }),
  start_seconds: Type.Optional(Nullable(Seconds())),
  end_seconds: Type.Optional(Nullable(Seconds())),
  quote: Type.Optional(Nullable(Text(1, 5000, { description: 'The words that are tagged.' }))),
});
export const TaggingChange = Input({ status: OneOf(['accepted', 'rejected'] as const) });
export type NewTagging = Static<typeof NewTagging>;

export const TaggingsQuery = listQuery(['-created_at', 'created_at', '-updated_at'], {
  tag_id: Type.Optional(IdFilter('tag')),
  file_id: Type.Optional(IdFilter('file')),
  target_type: Type.Optional(SomeOf(targetTypes)),
  target_id: Type.Optional(Type.String({ maxLength: 2000 })),
  status: Type.Optional(SomeOf(statuses)),
  source: Type.Optional(SomeOf(sources)),
});
