import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { ProjectId, Resource } from '../../../http/schema.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { Card, toCard } from './card-schema.ts';
import { listCards } from './card-store.ts';
import { Lane, toLane } from './lane-schema.ts';
import { listLanes } from './lane-store.ts';

/** More than anyone sorts by hand. A larger board is read with the lists. */
const cardsMax = 5_000;
const lanesMax = 500;

const Board = Resource(
  'Board',
  {
    project_id: ProjectId(),
    lanes: Type.Array(
      Resource(
        'BoardLane',
        {
          ...Lane.properties,
          cards: Type.Array(Card, { description: 'Its cards from top to bottom.' }),
        },
        { description: 'A lane with its cards.' },
      ),
      { description: 'In board order.' },
    ),
    has_more: Type.Boolean({
      description: 'True if the board has more than 5,000 cards or 500 lanes; `card_count` has the number.',
      examples: [false],
    }),
  },
  { description: 'The lanes of a project with their cards.' },
);

export const boardRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: '/projects/{projectId}/board',
    operationId: 'getBoard',
    tag: 'Board',
    summary: 'Get the board of a project',
    description: 'All lanes with their cards in one response, up to 5,000 cards.',
    status: 200,
    ids: { projectId: 'project' },
    data: Board,
    handler: async ({ db, principal, params: { projectId } }) => {
      const [, lanes, cards] = await Promise.all([
        getProjectForRead(db, principal, projectId),
        listLanes(db, projectId, { limit: lanesMax }),
        listCards(db, projectId, { limit: cardsMax }),
      ]);
      const ofLane = Map.groupBy(cards.rows.map(toCard), ({ lane_id }) => lane_id);
      return {
        data: {
          project_id: projectId,
          lanes: lanes.rows.map((lane) => ({ ...toLane(lane), cards: ofLane.get(lane.id) ?? [] })),
          has_more: cards.next_cursor !== null || lanes.next_cursor !== null,
        },
      };
    },
  }),
];
