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
  SearchText,
  SomeOf,
  Text,
  VisibleText,
} from '../../http/schema.ts';
import { Color, Seconds, TagIds } from '../tags/index.ts';
import type { CardRow } from './card-store.ts';
import { Position } from './lane-schema.ts';

const priorities = ['low', 'medium', 'high', 'urgent'] as const;
const Day = () => Type.String({ format: 'date', examples: ['2026-12-01'] });

const CardEvidence = Resource('CardEvidence', {
  file_id: Nullable(Id('file')),
  segment_id: Nullable(Id('segment')),
  start_seconds: Nullable(Seconds()),
  end_seconds: Nullable(Seconds()),
  quote: Nullable(Type.String({ examples: ['I would not pay for that.'] })),
  clip_id: Nullable(Id('clip')),
  source_deleted: Type.Boolean({ description: 'What it was taken from is gone; the quote stays.' }),
});

export const Card = Resource('Card', {
  ...commonFields('card'),
  project_id: Id('project'),
  lane_id: Id('lane'),
  title: Type.String({ examples: ['Nobody finds the price'] }),
  body: Nullable(Type.String({ description: 'Markdown.' })),
  position: Position(),
  color: Nullable(Color()),
  tag_ids: Type.Array(Id('tag')),
  assignee_id: Nullable(Id('user')),
  priority: Nullable(OneOf(priorities)),
  due_on: Nullable(Day()),
  evidence: Type.Array(CardEvidence),
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
  evidence: row.evidence,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const Ref = () => Type.Optional(Nullable(Type.String({ maxLength: 100 })));
const EvidenceInput = Input(
  {
    file_id: Ref(),
    segment_id: Ref(),
    start_seconds: Type.Optional(Nullable(Seconds())),
    end_seconds: Type.Optional(Nullable(Seconds())),
    quote: Type.Optional(Nullable(Text(1, 5000))),
    clip_id: Ref(),
    source_deleted: Type.Optional(
      Type.Boolean({ description: 'Taken so that what was read can be sent back; the server knows better.' }),
    ),
  },
  { minProperties: 1 },
);
export type EvidenceInput = Static<typeof EvidenceInput>;

const Title = () => VisibleText(1, 300); // contract §5
const changeable = {
  lane_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'A lane of the same project; the card goes to its end.' }),
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

export const NewCard = Input(
  { title: Title(), ...changeable },
  { description: 'Without a `lane_id` it goes to the first lane.' },
);
export const CardChange = Input(
  { title: Type.Optional(Title()), ...changeable },
  {
    minProperties: 1,
    description: 'What is left out stays as it is; `tag_ids` and `evidence` are replaced as a whole.',
  },
);
export const CardMove = Input(
  {
    lane_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'Default: the lane of the other card, else its own.' }),
    ),
    before_card_id: Type.Optional(Type.String({ maxLength: 100 })),
    after_card_id: Type.Optional(Type.String({ maxLength: 100 })),
  },
  {
    minProperties: 1,
    description: 'Beside another card (one of the two), or with `lane_id` alone to the end of that lane.',
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
