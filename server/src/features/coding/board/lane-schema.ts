import Type, { type Static } from 'typebox';
import {
  commonFields,
  Input,
  listQuery,
  Nullable,
  notTogether,
  OneOf,
  ProjectId,
  Resource,
  SearchText,
  VisibleText,
} from '../../../http/schema.ts';
import { Color } from '../../tags/index.ts';
import type { LaneRow } from './lane-store.ts';

export const Position = () =>
  Type.String({ description: 'Opaque; sorting by its bytes gives board order.', examples: ['a1'] });

export const Lane = Resource(
  'Lane',
  {
    ...commonFields('lane'),
    project_id: ProjectId(),
    name: Type.String({ description: 'Heading of the lane; not unique.', examples: ['Insights'] }),
    color: Nullable(Color('`#RRGGBB`; null: no color.')),
    position: Position(),
    card_count: Type.Integer({ minimum: 0, description: 'Cards in this lane.', examples: [0] }),
  },
  { description: 'A column of the board.' },
);

export const toLane = (row: LaneRow) => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  color: row.color,
  position: row.position,
  card_count: row.card_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const Name = () => VisibleText(1, 100);
const changeable = { color: Type.Optional(Nullable(Color())) };

export const NewLane = Input({ name: Name(), ...changeable });
export const LaneChange = Input(
  { name: Type.Optional(Name()), ...changeable },
  { minProperties: 1, description: 'Omitted fields do not change.' },
);
export const LaneMove = Input(
  {
    before_lane_id: Type.Optional(Type.String({ maxLength: 100 })),
    after_lane_id: Type.Optional(Type.String({ maxLength: 100 })),
  },
  {
    ...notTogether('before_lane_id', 'after_lane_id'),
    minProperties: 1,
    description: 'Give one of the two: the lane before or after which this lane is placed.',
  },
);
export const LaneDeletion = Input({
  move_cards_to: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The lane to whose end the cards are moved, in their order. Not together with `cards`.',
    }),
  ),
  cards: Type.Optional(
    OneOf(['delete'] as const, { description: '`delete`: deletes the cards of the lane too.' }),
  ),
});
export type NewLane = Static<typeof NewLane>;
export type LaneChange = Static<typeof LaneChange>;
export type LaneMove = Static<typeof LaneMove>;
export type LaneDeletion = Static<typeof LaneDeletion>;

export const LanesQuery = listQuery(
  ['position', '-created_at', 'created_at', 'name', '-name', '-updated_at'],
  {
    q: Type.Optional(SearchText('name')),
  },
);
