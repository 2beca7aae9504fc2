import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Board,
  type Card,
  destinationAt,
  placeCard,
  placeLane,
  removeLane,
  storeCard,
  storeLane,
} from './board-order.ts';

const card = (id: string, lane_id: string, position = id) => ({ id, lane_id, position, title: id }) as Card;
const boardOf = (lanes: Record<string, string[]>): Board => ({
  has_more: false,
  lanes: Object.entries(lanes).map(([id, cards]) => ({
    id,
    name: id,
    position: id,
    card_count: cards.length,
    cards: cards.map((cardId) => card(cardId, id)),
  })) as Board['lanes'],
});
const orderOf = (board: Board) =>
  Object.fromEntries(board.lanes.map((lane) => [lane.id, lane.cards.map(({ id }) => id)]));

const start = { A: ['1', '2', '3'], B: ['4'], C: [] };

describe('moving a card', () => {
  it.each([
    [
      'before another card of its lane',
      '3',
      { laneId: 'A', beforeCardId: '1' },
      { ...start, A: ['3', '1', '2'] },
    ],
    ['after another card', '1', { laneId: 'A', afterCardId: '2' }, { ...start, A: ['2', '1', '3'] }],
    ['to the end of its lane', '1', { laneId: 'A' }, { ...start, A: ['2', '3', '1'] }],
    ['to an empty lane', '2', { laneId: 'C' }, { A: ['1', '3'], B: ['4'], C: ['2'] }],
    [
      'before a card of another lane',
      '2',
      { laneId: 'B', beforeCardId: '4' },
      { A: ['1', '3'], B: ['2', '4'], C: [] },
    ],
    [
      'to the lane where the other card is now',
      '1',
      { laneId: 'A', afterCardId: '4' },
      { A: ['2', '3'], B: ['4', '1'], C: [] },
    ],
    [
      'to the end if the other card is gone',
      '1',
      { laneId: 'B', beforeCardId: 'gone' },
      { A: ['2', '3'], B: ['4', '1'], C: [] },
    ],
    ['nowhere if the lane is gone', '1', { laneId: 'gone' }, start],
    ['nowhere if it is gone itself', 'gone', { laneId: 'B' }, start],
    ['nowhere next to itself', '1', { laneId: 'A', beforeCardId: '1' }, start],
  ])('goes %s', (_case, cardId, to, expected) => {
    const board = placeCard(boardOf(start), cardId, to);
    expect(orderOf(board)).toEqual(expected);
    for (const lane of board.lanes) {
      expect(lane.card_count).toBe(lane.cards.length);
      for (const each of lane.cards) expect(each.lane_id).toBe(lane.id);
    }
  });

  it('leaves the objects of other lanes as they are, so that they are not rendered again', () => {
    const before = boardOf(start);
    const after = placeCard(before, '1', { laneId: 'B' });
    expect(after.lanes[2]).toBe(before.lanes[2]);
  });

  it('never loses or doubles a card, and has the same result when it is applied twice', () => {
    const ids = ['1', '2', '3', '4', 'gone'];
    const move = fc.record({
      cardId: fc.constantFrom(...ids),
      to: fc.oneof(
        fc.record({ laneId: fc.constantFrom('A', 'B', 'C') }),
        fc.record({ laneId: fc.constantFrom('A', 'B', 'C'), beforeCardId: fc.constantFrom(...ids) }),
        fc.record({ laneId: fc.constantFrom('A', 'B', 'C'), afterCardId: fc.constantFrom(...ids) }),
      ),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        const board = moves.reduce((next, { cardId, to }) => placeCard(next, cardId, to), boardOf(start));
        expect(Object.values(orderOf(board)).flat().toSorted()).toEqual(['1', '2', '3', '4']);
        const last = moves.at(-1);
        if (last) expect(orderOf(placeCard(board, last.cardId, last.to))).toEqual(orderOf(board));
      }),
    );
  });
});

it.each([
  [0, { laneId: 'A', beforeCardId: '1' }],
  [1, { laneId: 'A', beforeCardId: '3' }],
  [2, { laneId: 'A', afterCardId: '3' }],
])('names the neighbour for position %d between the cards that are shown', (index, expected) => {
  const shown = boardOf(start).lanes[0]?.cards ?? [];
  expect(destinationAt('A', shown, '2', index)).toEqual(expected);
});

it('names only the lane if it shows no other card', () => {
  expect(destinationAt('C', [], '1', 0)).toEqual({ laneId: 'C' });
});

it('puts the answer of the server where its position says', () => {
  expect(orderOf(storeCard(boardOf(start), card('2', 'A', '0')))).toEqual({ ...start, A: ['2', '1', '3'] });
  expect(orderOf(storeCard(boardOf(start), card('5', 'B', '9')))).toEqual({ ...start, B: ['4', '5'] });
  // In byte order, as the server sorts: capital letters come before small ones.
  expect(orderOf(storeCard(boardOf({ A: ['a'] }), card('5', 'A', 'Z')))).toEqual({ A: ['5', 'a'] });
});

it('moves a lane with its cards', () => {
  const board = placeLane(boardOf(start), 'C', { beforeLaneId: 'A' });
  expect(board.lanes.map(({ id }) => id)).toEqual(['C', 'A', 'B']);
  expect(placeLane(board, 'A', { afterLaneId: 'gone' })).toBe(board);
});

it('keeps the cards of a lane that the server has changed', () => {
  const board = boardOf(start);
  const renamed = { ...board.lanes[0], name: 'Renamed', cards: undefined } as never;
  expect(orderOf(storeLane(board, renamed))).toEqual(start);
});

it('moves the cards of a deleted lane to another one, or deletes them too', () => {
  expect(orderOf(removeLane(boardOf(start), 'A', 'B'))).toEqual({ B: ['4', '1', '2', '3'], C: [] });
  expect(orderOf(removeLane(boardOf(start), 'A', undefined))).toEqual({ B: ['4'], C: [] });
});
