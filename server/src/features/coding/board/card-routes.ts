import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { Card, CardChange, CardMove, CardsQuery, NewCard, toCard } from './card-schema.ts';
import { changeCard, createCard, deleteCard } from './card-service.ts';
import { moveCard } from './move-card.ts';
import { listCardsAsJson, readCard } from './read-cards.ts';

export function cardRoutes(): Route[] {
  const one = { tag: 'Board', ids: { cardId: 'card' }, data: Card, status: 200 } as const;
  const inProject = { tag: 'Board', ids: { projectId: 'project' }, data: Card } as const;
  return [
    route({
      ...inProject,
      method: 'GET',
      path: '/projects/{projectId}/cards',
      operationId: 'listCards',
      summary: 'List the cards of a project',
      description: 'In board order: by lane, and from top to bottom in each lane.',
      status: 200,
      query: CardsQuery,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listCardsAsJson(db, params.projectId, query),
        ]);
        return page;
      },
    }),
    route({
      ...inProject,
      method: 'POST',
      path: '/projects/{projectId}/cards',
      operationId: 'createCard',
      summary: 'Create a card',
      description: 'Adds it at the end of its lane.',
      status: 201,
      body: NewCard,
      example: {
        body: { title: 'Nobody finds the price', evidence: [{ quote: 'Where does it say the price?' }] },
      },
      handler: async (call) => ({ data: toCard(await createCard(call, call.params.projectId, call.body)) }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/cards/{cardId}',
      operationId: 'getCard',
      summary: 'Get a card',
      handler: async (call) => ({ data: await readCard(call, call.params.cardId) }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/cards/{cardId}',
      operationId: 'updateCard',
      summary: 'Change a card',
      body: CardChange,
      example: { body: { title: 'Nobody finds the price on a phone', priority: 'high' } },
      handler: async (call) => ({ data: toCard(await changeCard(call, call.params.cardId, call.body)) }),
    }),
    route({
      ...one,
      method: 'POST',
      path: '/cards/{cardId}/move',
      operationId: 'moveCard',
      summary: 'Move a card',
      description: 'Changes only this card. The order is correct for concurrent moves.',
      body: CardMove,
      example: { body: { before_card_id: 'card_01k9p3v7e8r5ys1q2w4x6z8abc' } },
      handler: async (call) => ({ data: toCard(await moveCard(call, call.params.cardId, call.body)) }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/cards/{cardId}',
      operationId: 'deleteCard',
      summary: 'Delete a card',
      data: Deleted('card'),
      handler: async (call) => {
        await deleteCard(call, call.params.cardId);
        return { data: { id: call.params.cardId, deleted: true } };
      },
    }),
  ];
}
