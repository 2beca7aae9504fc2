import Type, { type Static } from 'typebox';
import type { ErrorDetail } from '../../../foundation/errors.ts';
import {
  commonFields,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
  SomeOf,
  Text,
} from '../../../http/schema.ts';
import { Seconds } from '../../sources/files/index.ts';
import { targetTypes } from '../../tags/index.ts';
import type { TaggingView } from './store.ts';

const statuses = ['suggested', 'accepted', 'rejected'] as const;
const sources = ['manual', 'ai'] as const;

/** Counted in code points, like all offsets of this API. */
const Character = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, description, examples: [0] });

export const Tagging = Resource(
  'Tagging',
  {
    ...commonFields('tagging'),
    project_id: ProjectId(),
    tag_id: Id('tag', 'The tag that is applied.'),
    target_type: OneOf(targetTypes, { description: 'What the tag is applied to.' }),
    target_id: Type.String({
      description: 'Id of that record; for a passage, the segment in which it begins.',
      examples: ['note_01k9p3v7e8r5ys1q2w4x6z8abc'],
    }),
    file_id: Nullable(Id('file', 'The file that the target is or is part of; null if there is none.')),
    start_character: Nullable(
      Character('Offset of the passage in its first segment; null if it is not in a transcript.'),
    ),
    end_segment_id: Nullable(
      Id('segment', 'The last segment of the passage; null if it is not in a transcript.'),
    ),
    end_character: Nullable(
      Character(
        'Offset of the first character after the passage in its last segment; null if it is not in a transcript.',
      ),
    ),
    start_seconds: Nullable(Seconds('Where it begins in the recording; null if it has no time.')),
    end_seconds: Nullable(Seconds('Where it ends in the recording; null if it has no time.')),
    quote: Nullable(
      Type.String({
        description: 'The tagged words according to the current transcript; null if there are none.',
        examples: ['I would not pay for that.'],
      }),
    ),
    speaker: Nullable(
      Type.String({ description: 'Who speaks first in the passage; null if unknown.', examples: ['Ada'] }),
    ),
    detached: Type.Boolean({
      description: 'True if the transcript no longer contains the words; `quote` has them as they were.',
      examples: [false],
    }),
    source: OneOf(sources, { description: 'Whether a user or the AI applied the tag.' }),
    confidence: Nullable(
      Type.Number({ minimum: 0, maximum: 1, description: 'How sure the AI is; null if a user applied it.' }),
    ),
    status: OneOf(statuses, { description: '`suggested` by the AI until a user accepts or rejects it.' }),
    job_id: Nullable(Id('job', 'The auto-tag job that created it; null if a user did.')),
  },
  { description: 'A tag on a record or on a passage of a transcript.' },
);

export const toTagging = (row: TaggingView) => ({
  id: row.id,
  project_id: row.project_id,
  tag_id: row.tag_id,
  target_type: row.target_type,
  target_id: row.target_id,
  file_id: row.file_id,
  start_character: row.start_character,
  end_segment_id: row.end_segment_id,
  end_character: row.end_character,
  start_seconds: row.start_seconds,
  end_seconds: row.end_seconds,
  quote: row.quote,
  speaker: row.speaker,
  detached: row.detached,
  source: row.source,
  confidence: row.confidence,
  status: row.status,
  job_id: row.job_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const newTagging = {
  target_type: OneOf(targetTypes),
  target_id: Type.String({
    maxLength: 100,
    description: 'In the project of the tag; for a passage, the segment in which it begins.',
  }),
  start_character: Type.Optional(Nullable(Character('Default: the beginning of the segment.'))),
  end_segment_id: Type.Optional(
    Nullable(
      Type.String({ maxLength: 100, description: 'Default: the segment in which the passage begins.' }),
    ),
  ),
  end_character: Type.Optional(Nullable(Character('Default: the end of the last segment.'))),
  start_seconds: Type.Optional(Nullable(Seconds())),
  end_seconds: Type.Optional(Nullable(Seconds())),
  quote: Type.Optional(
    Nullable(
      Text(1, 5000, {
        description: 'The tagged words. Refused if the transcript does not contain them.',
      }),
    ),
  ),
};
export const NewTagging = Input(newTagging, {
  description: 'The server fills in file, times, words and speaker from the transcript.',
});
export const NewTaggings = Input({
  taggings: Type.Array(
    Input({ tag_id: Type.String({ maxLength: 100, description: 'A tag of the project.' }), ...newTagging }),
    { minItems: 1, maxItems: 500 },
  ),
});
export const TaggingResult = Resource(
  'TaggingResult',
  {
    tagging: Nullable(Tagging),
    error: Nullable(
      Type.Object(
        {
          code: OneOf(['validation_failed'] as const, { description: 'As in an error response.' }),
          message: Type.String({ description: 'For people.', examples: ['Request validation failed'] }),
          details: Type.Array(
            Type.Object({
              field: Type.String({ description: 'Field of this tagging.' }),
              message: Type.String({ description: 'What is wrong with it, for people.' }),
            }),
            { description: 'One entry per invalid field.' },
          ),
        },
        { description: 'Why this tagging was not created; null if it was.' },
      ),
    ),
  },
  { description: 'The outcome for one tagging of the request, in the same order.' },
);
export const toTaggingResult = (result: TaggingView | ErrorDetail[]) =>
  Array.isArray(result)
    ? {
        tagging: null,
        error: { code: 'validation_failed', message: 'Request validation failed', details: result },
      }
    : { tagging: toTagging(result), error: null };

const decision = () =>
  OneOf(statuses, {
    description: '`suggested` takes a decision back. It is refused for taggings that AI did not create.',
  });
export const TaggingChange = Input({ status: decision() });
export const TaggingsChange = Input({
  tagging_ids: Type.Array(Type.String({ maxLength: 100, description: 'A tagging of the project.' }), {
    minItems: 1,
    maxItems: 500,
  }),
  status: decision(),
});
export const ChangedTaggings = Type.Object(
  {
    tagging_ids: Type.Array(Type.String(), {
      description: 'The taggings that now have the status.',
    }),
    errors: Type.Array(
      Type.Object({
        tagging_id: Type.String({ description: 'The id in the request.' }),
        message: Type.String({ description: 'Why the tagging was not changed, for people.' }),
      }),
      { description: 'The other taggings of the request, which were not changed.' },
    ),
  },
  { title: 'ChangedTaggings', description: 'Which taggings were changed.' },
);
export type NewTagging = Static<typeof NewTagging>;

export const TaggingsQuery = listQuery(['-created_at', 'created_at', '-updated_at'], {
  tag_id: Type.Optional(IdFilter('tag')),
  file_id: Type.Optional(IdFilter('file')),
  target_type: Type.Optional(SomeOf(targetTypes)),
  target_id: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'The id of a record of the project, or several, separated by commas.',
    }),
  ),
  status: Type.Optional(SomeOf(statuses)),
  source: Type.Optional(SomeOf(sources)),
});
