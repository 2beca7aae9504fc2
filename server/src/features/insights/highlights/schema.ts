import Type, { type Static } from 'typebox';
import {
  DateTime,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
  SearchText,
  SomeOf,
} from '../../../http/schema.ts';
import { Seconds } from '../../sources/files/index.ts';
import type { GroupRow, HighlightRow } from './rows.ts';

export const moods = ['positive', 'neutral', 'negative'] as const;
const groupings = ['tag', 'person', 'file', 'sentiment'] as const;
const targets = ['file', 'segment', 'clip', 'response'] as const;
/** The largest groups that one response has. */
export const groupsMax = 1_000;

const filters = {
  tag_id: Type.Optional(IdFilter('tag', { description: 'Highlights with one of these tags.' })),
  file_id: Type.Optional(IdFilter('file', { description: 'Only these files, separated by commas.' })),
  person_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: '`person_id` of a highlight, or several, separated by commas; `none` for those without.',
      examples: ['par_01k9p3v7e8r5ys1q2w4x6z8abc'],
    }),
  ),
  sentiment: Type.Optional(SomeOf([...moods, 'none'])),
  created_by: Type.Optional(IdFilter('user', { description: 'Who made the first tagging.' })),
  source: Type.Optional(SomeOf(['manual', 'ai'])),
  q: Type.Optional(SearchText('words of a tagged passage')),
};

export const HighlightsQuery = listQuery(['-created_at', 'created_at'], filters);
export type HighlightsQuery = Static<typeof HighlightsQuery>;

export const HighlightGroupsQuery = Input({
  group_by: Type.Optional(OneOf(groupings, { default: 'tag', description: 'What a group is.' })),
  ...filters,
});
export type HighlightGroupsQuery = Static<typeof HighlightGroupsQuery>;

const Character = (description: string) => Nullable(Type.Integer({ minimum: 0, description, examples: [0] }));

export const Highlight = Resource(
  'Highlight',
  {
    id: Id('tagging', 'The first of its taggings.'),
    project_id: ProjectId(),
    taggings: Type.Array(
      Type.Object({
        id: Id('tagging', 'Delete it to remove the tag from the highlight.'),
        tag_id: Id('tag', 'What the passage is tagged with.'),
      }),
      { description: 'Its accepted taggings, the oldest first. The highlight exists as long as it has one.' },
    ),
    target_type: OneOf(targets, { description: 'What is tagged: a passage is a `segment`.' }),
    target_id: Type.String({
      description: 'Id of that record; for a passage, the segment in which it begins.',
      examples: ['seg_01k9p3v7e8r5ys1q2w4x6z8abc'],
    }),
    segment_id: Nullable(
      Id('segment', 'The segment in which the passage begins; null if it is not in a transcript.'),
    ),
    start_character: Character('Offset of the passage in its first segment; null if it is not a passage.'),
    end_segment_id: Nullable(Id('segment', 'The last segment of the passage; null if it is not a passage.')),
    end_character: Character('Offset after the passage in its last segment; null if it is not a passage.'),
    file_id: Nullable(Id('file', 'The file that it is part of; null for a response.')),
    file_name: Nullable(
      Type.String({
        description: 'As the file is called now; null for a response.',
        examples: ['Interview 1'],
      }),
    ),
    file_kind: Nullable(
      Type.String({
        description: 'Kind of the file. `audio` and `video` have sound to play.',
        examples: ['video'],
      }),
    ),
    response_id: Nullable(Id('response', 'The response that it belongs to; null if there is none.')),
    person_id: Nullable(
      Type.String({
        description:
          'Who says it: a participant, or a speaker of a file that belongs to none, as in the matrix. Null if unknown.',
        examples: ['par_01k9p3v7e8r5ys1q2w4x6z8abc'],
      }),
    ),
    person: Nullable(Type.String({ description: 'Name of that person.', examples: ['Mina'] })),
    quote: Nullable(
      Type.String({
        description: 'The words; null for a tag on a whole response.',
        examples: ['I would not pay for that.'],
      }),
    ),
    detached: Type.Boolean({ description: 'True if the transcript no longer contains the words.' }),
    start_seconds: Nullable(Seconds('Where it begins in the recording; null if it has no time.')),
    end_seconds: Nullable(Seconds('Where it ends in the recording; null if it has no time.')),
    sentiment: Nullable(OneOf(moods, { description: 'Its mood; null if it was not analyzed.' })),
    score: Nullable(
      Type.Number({
        minimum: -1,
        maximum: 1,
        description: 'The mood from -1 (negative) to 1 (positive); null if it was not analyzed.',
      }),
    ),
    source: OneOf(['manual', 'ai'], { description: 'Whether a user or the AI applied the first tag.' }),
    created_at: DateTime('When it was highlighted.'),
    created_by: Nullable(Id('user', 'Who highlighted it; null if the AI did.')),
  },
  { description: 'A passage, clip or response with its tags.' },
);

export const toHighlight = (row: HighlightRow) => ({
  id: row.id,
  project_id: row.project_id,
  taggings: row.taggings,
  target_type: row.target_type,
  target_id: row.target_id,
  segment_id: row.segment_id,
  start_character: row.start_character,
  end_segment_id: row.end_segment_id,
  end_character: row.end_character,
  file_id: row.file_id,
  file_name: row.file_name,
  file_kind: row.file_kind,
  response_id: row.response_id,
  person_id: row.person_id,
  person: row.person,
  quote: row.quote,
  detached: row.detached,
  start_seconds: row.start_seconds,
  end_seconds: row.end_seconds,
  sentiment: row.sentiment,
  score: row.score === null ? null : Math.round(row.score * 1_000) / 1_000,
  source: row.source,
  created_at: row.created_at,
  created_by: row.created_by,
});

const counts = {
  count: Type.Integer({ minimum: 0, description: 'Highlights.', examples: [22] }),
  person_count: Type.Integer({ minimum: 0, description: 'People who said them.', examples: [11] }),
};

export const HighlightGroups = Resource(
  'HighlightGroups',
  {
    project_id: ProjectId(),
    group_by: OneOf(groupings, { description: 'As requested.' }),
    ...counts,
    groups: Type.Array(
      Type.Object({
        id: Type.String({
          description:
            'A value for the filter `tag_id`, `person_id`, `file_id` or `sentiment`, such as `none`.',
          examples: ['tag_01k9p3v7e8r5ys1q2w4x6z8abc'],
        }),
        label: Nullable(
          Type.String({ description: 'Name of the tag, person or file; null for a mood and for `none`.' }),
        ),
        ...counts,
        positive: Type.Integer({ minimum: 0, description: 'How many are positive.' }),
        negative: Type.Integer({ minimum: 0, description: 'How many are negative.' }),
      }),
      { description: `Up to ${groupsMax} groups, the largest first.` },
    ),
  },
  { description: 'How many highlights a project has, by group.' },
);

export function toGroups(projectId: string, groupBy: (typeof groupings)[number], rows: GroupRow[]) {
  const total = rows.find(({ is_total }) => is_total);
  return {
    project_id: projectId,
    group_by: groupBy,
    count: total?.count ?? 0,
    person_count: total?.person_count ?? 0,
    groups: rows
      .filter(({ is_total }) => !is_total)
      .map(({ id, label, count, person_count, positive, negative }) => ({
        id: id ?? 'none',
        label,
        count,
        person_count,
        positive,
        negative,
      })),
  };
}
