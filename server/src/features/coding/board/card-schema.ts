import Type, { type Static } from 'typebox';
import {
  commonFields,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  notTogether,
  OneOf,
  ProjectId,
  Resource,
  SearchText,
  SomeOf,
  Text,
  VisibleText,
} from '../../../http/schema.ts';
import { Seconds } from '../../sources/files/index.ts';
import { Color, TagIds } from '../../tags/index.ts';
import type { CardRow, Evidence } from './card-store.ts';
import { Position } from './lane-schema.ts';

const priorities = ['low', 'medium', 'high', 'urgent'] as const;
const Day = (description?: string) => Type.String({ format: 'date', description, examples: ['2026-12-01'] });

/** Counted in code points, like all offsets of this API. */
const Character = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, description, examples: [0] });

const CardEvidence = Resource(
  'CardEvidence',
  {
    file_id: Nullable(Id('file', 'The file that is quoted.')),
    segment_id: Nullable(Id('segment', 'The segment in which the passage begins; null for a clip.')),
    start_character: Nullable(Character('Offset in that segment, in Unicode code points.')),
    end_segment_id: Nullable(Id('segment', 'The segment in which the passage ends; null for a clip.')),
    end_character: Nullable(Character('Offset of the first character after the passage in that segment.')),
    start_seconds: Nullable(Seconds('Where it begins in the recording; null if it has no time.')),
    end_seconds: Nullable(Seconds('Where it ends in the recording; null if it has no time.')),
    quote: Nullable(
      Type.String({
        description: 'The words of the passage; null if there is no transcript.',
        examples: ['I would not pay for that.'],
      }),
    ),
    speaker: Nullable(
      Type.String({ description: 'Who speaks first in it; null if unknown.', examples: ['Ada'] }),
    ),
    clip_id: Nullable(Id('clip', 'The clip that is the evidence; null for a passage.')),
    detached: Type.Boolean({
      description: 'True if the transcript no longer contains the words; `quote` has them as they were.',
      examples: [false],
    }),
    source_deleted: Type.Boolean({ description: 'True after the file was deleted; the quote remains.' }),
  },
  { description: 'A passage or clip that supports a card.' },
);

export const Card = Resource(
  'Card',
  {
    ...commonFields('card'),
    project_id: ProjectId(),
    lane_id: Id('lane', 'The lane that it is in.'),
    title: Type.String({ description: 'Up to 300 characters.', examples: ['Nobody finds the price'] }),
    body: Nullable(Type.String({ description: 'Markdown; null if it has no text.' })),
    position: Position(),
    color: Nullable(Color('`#RRGGBB`; null: no color.')),
    tag_ids: Type.Array(Id('tag'), { description: 'Tags of the card.' }),
    assignee_id: Nullable(Id('user', 'The member who works on it; null if not assigned.')),
    priority: Nullable(OneOf(priorities, { description: 'Null if not set.' })),
    due_on: Nullable(Day('Due date, without a time zone; null if not set.')),
    evidence: Type.Array(CardEvidence, { description: 'Passages and clips that support it, in your order.' }),
    version: Type.Integer({
      minimum: 1,
      description: 'Increases when the card is changed or moved; send it as `expected_version`.',
      examples: [1],
    }),
  },
  { description: 'An observation, theme, insight or action on the board.' },
);

const toEvidence = ({ past: _past, since_revision: _since, ...item }: Evidence) => ({
  ...item,
  start_character: item.start_character ?? null,
  end_segment_id: item.end_segment_id ?? null,
  end_character: item.end_character ?? null,
  speaker: item.speaker ?? null,
  detached: item.detached ?? false,
});

export const toCard = (row: CardRow) => ({
  id: row.id,
  project_id: row.project_id,
  lane_id: row.lane_id,
  title: row.title,
  body: row.body,
  position: row.position,
  color: row.color,
  tag_ids: row.tag_ids,
  assignee_id: row.assignee_id,
  priority: row.priority,
  due_on: row.due_on,
  evidence: row.evidence.map(toEvidence),
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const Ref = () => Type.Optional(Nullable(Type.String({ maxLength: 100 })));
const sentBack = 'Ignored: the server fills it in. Accepted so that clients can send back what they read.';
const EvidenceInput = Input(
  {
    file_id: Ref(),
    segment_id: Ref(),
    start_character: Type.Optional(Nullable(Character('Default: the beginning of the segment.'))),
    end_segment_id: Ref(),
    end_character: Type.Optional(Nullable(Character('Default: the end of the last segment.'))),
    start_seconds: Type.Optional(Nullable(Seconds())),
    end_seconds: Type.Optional(Nullable(Seconds())),
    quote: Type.Optional(
      Nullable(
        Text(1, 20_000, {
          description:
            'Refused if the transcript does not contain these words. Default: the words of the passage.',
        }),
      ),
    ),
    speaker: Type.Optional(Nullable(Type.String({ maxLength: 200, description: sentBack }))),
    clip_id: Ref(),
    detached: Type.Optional(Type.Boolean({ description: sentBack })),
    source_deleted: Type.Optional(Type.Boolean({ description: sentBack })),
  },
  {
    minProperties: 1,
    description: 'For a segment or a clip, the server fills in file, times, words and speaker.',
  },
);
export type EvidenceInput = Static<typeof EvidenceInput>;

const Title = () => VisibleText(1, 300); // spec §5.6
const changeable = {
  lane_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'A lane of the same project. The card is added at its end.' }),
  ),
  body: Type.Optional(Nullable(Type.String({ maxLength: 50_000, description: 'Markdown.' }))),
  color: Type.Optional(Nullable(Color())),
  tag_ids: Type.Optional(TagIds()),
  assignee_id: Type.Optional(
    Nullable(Type.String({ maxLength: 100, description: 'A member of the workspace.' })),
  ),
  priority: Type.Optional(Nullable(OneOf(priorities))),
  due_on: Type.Optional(Nullable(Day())),
  evidence: Type.Optional(Type.Array(EvidenceInput, { maxItems: 100 })),
};

const expected_version = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'Refuse the change if the card is no longer at this version.',
    examples: [1],
  }),
);

export const NewCard = Input(
  { title: Title(), ...changeable },
  { description: 'Default for `lane_id`: the first lane.' },
);
export const CardChange = Input(
  { title: Type.Optional(Title()), ...changeable, expected_version },
  {
    minProperties: 1,
    description: 'Omitted fields do not change; `tag_ids` and `evidence` are replaced as a whole.',
  },
);
export const CardMove = Input(
  {
    lane_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Default: the lane of the other card, or the current lane.',
      }),
    ),
    before_card_id: Type.Optional(Type.String({ maxLength: 100 })),
    after_card_id: Type.Optional(Type.String({ maxLength: 100 })),
  },
  {
    ...notTogether('before_card_id', 'after_card_id'),
    minProperties: 1,
    description: 'Give `before_card_id` or `after_card_id`, or only `lane_id` for the end of that lane.',
  },
);
export type NewCard = Static<typeof NewCard>;
export type CardChange = Static<typeof CardChange>;
export type CardMove = Static<typeof CardMove>;

export const CardsQuery = listQuery(['position', '-created_at', 'created_at', '-updated_at'], {
  lane_id: Type.Optional(IdFilter('lane')),
  tag_id: Type.Optional(IdFilter('tag')),
  assignee_id: Type.Optional(IdFilter('user')),
  priority: Type.Optional(SomeOf(priorities)),
  q: Type.Optional(SearchText('title or body')),
});
