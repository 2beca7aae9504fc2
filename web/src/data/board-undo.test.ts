import { beforeEach, describe, expect, it } from 'vitest';
import { createIdAliases } from '../lib/undo-stack.ts';
import { applyChange, type BoardChange } from './board-change.ts';
import { type Board, type Card, findCard } from './board-order.ts';
import { type BoardAccess, placeOf, restoreCard, stepsOf } from './board-undo.ts';

const card = (id: string, lane_id: string): Card => ({
  id,
  project_id: 'prj_1',
  lane_id,
  title: `Title of ${id}`,
  body: null,
  position: '',
  color: null,
  tag_ids: [],
  assignee_id: null,
  priority: null,
  due_on: null,
  evidence: [],
  version: 1,
  created_at: 'now',
  updated_at: 'now',
  created_by: null,
});
const lane = (id: string, cardIds: string[]) => ({
  id,
  project_id: 'prj_1',
  name: `Lane ${id}`,
  color: null,
  position: '',
  card_count: cardIds.length,
  created_at: 'now',
  updated_at: 'now',
  created_by: null,
  cards: cardIds.map((cardId) => card(cardId, id)),
});

let board: Board;
let access: BoardAccess;
let count: number;

/** Applies changes as the server does: new records get an id of their own. */
beforeEach(() => {
  count = 0;
  board = { lanes: [lane('A', ['1', '2', '3']), lane('B', ['4'])], has_more: false };
  access = {
    ids: createIdAliases(),
    read: () => board,
    async send(change) {
      const createdId = 'temporaryId' in change ? `new${++count}` : undefined;
      board = applyChange(board, createdId ? ({ ...change, temporaryId: createdId } as BoardChange) : change);
      return createdId;
    },
  };
});

const order = () =>
  Object.fromEntries(board.lanes.map(({ name, cards }) => [name.slice(5), cards.map(({ id }) => id)]));

async function perform(change: BoardChange) {
  const before = board;
  return stepsOf(access, before, change, await access.send(change));
}

describe('undoing a change of the board', () => {
  it('returns a moved card to its place, also next to other neighbours, and moves it again', async () => {
    const { undo, redo } = await perform({ kind: 'move-card', cardId: '2', to: { laneId: 'B' } });
    await access.send({ kind: 'delete-card', cardId: '3' });
    await undo();
    expect(order()).toEqual({ A: ['1', '2'], B: ['4'] });
    await redo();
    expect(order()).toEqual({ A: ['1'], B: ['4', '2'] });
  });

  it('refuses to move a card that another person moved since', async () => {
    const { undo } = await perform({ kind: 'move-card', cardId: '2', to: { laneId: 'B' } });
    await access.send({ kind: 'move-card', cardId: '2', to: { laneId: 'A' } });
    await expect(undo()).rejects.toThrow('The card was moved since.');
  });

  it('restores the values of a card, and refuses if another person changed the same values since', async () => {
    const patch = { title: 'Price', tag_ids: ['t2', 't1'] };
    const { undo, redo } = await perform({ kind: 'change-card', cardId: '1', patch });
    await undo();
    expect(findCard(board, '1')).toMatchObject({ title: 'Title of 1', tag_ids: [] });
    await redo();
    await access.send({
      kind: 'change-card',
      cardId: '1',
      patch: { body: 'Other field', tag_ids: ['t1', 't2'] },
    });
    await undo();
    expect(findCard(board, '1')).toMatchObject({ title: 'Title of 1', body: 'Other field', tag_ids: [] });
    await redo();
    await access.send({ kind: 'change-card', cardId: '1', patch: { title: 'Theirs' } });
    await expect(undo()).rejects.toThrow('The card was changed since.');
    expect(findCard(board, '1')?.title).toBe('Theirs');
  });

  it('deletes a created card, creates it again, and then redoes its edit under the new id', async () => {
    const created = await perform({ kind: 'create-card', temporaryId: 't', laneId: 'B', title: 'Price' });
    const edited = await perform({ kind: 'change-card', cardId: 'new1', patch: { title: 'Cost' } });
    await edited.undo();
    await created.undo();
    expect(order().B).toEqual(['4']);
    await created.redo();
    await edited.redo();
    expect(findCard(board, 'new2')?.title).toBe('Cost');
    await expect(created.undo()).rejects.toThrow('The card was changed since.');
  });

  it('creates a deleted card again at its place, with its contents', async () => {
    await access.send({ kind: 'change-card', cardId: '2', patch: { body: 'Why', priority: 'high' } });
    const before = board;
    await access.send({ kind: 'delete-card', cardId: '2' });
    const deleted = findCard(before, '2') as Card;
    await restoreCard(access, deleted, placeOf(before, '2'));
    expect(order().A).toEqual(['1', 'new1', '3']);
    expect(findCard(board, 'new1')).toMatchObject({ title: 'Title of 2', body: 'Why', priority: 'high' });
  });

  it('restores a deleted lane with its cards, whether they were moved or deleted', async () => {
    const moved = await perform({ kind: 'delete-lane', laneId: 'A', moveCardsTo: 'B' });
    await moved.undo();
    expect(order()).toEqual({ A: ['1', '2', '3'], B: ['4'] });
    const deleted = await perform({ kind: 'delete-lane', laneId: access.ids.current('A') });
    await deleted.undo();
    expect(board.lanes.map(({ name, cards }) => [name, cards.map(({ title }) => title)])).toEqual([
      ['Lane A', ['Title of 1', 'Title of 2', 'Title of 3']],
      ['Lane B', ['Title of 4']],
    ]);
  });

  it('removes a new lane, returns the cards that were grouped in it, and refuses if it has other cards', async () => {
    const { undo, redo } = await perform({
      kind: 'create-lane',
      temporaryId: 't',
      name: 'Lane C',
      cardIds: ['1', '4'],
    });
    await undo();
    expect(order()).toEqual({ A: ['1', '2', '3'], B: ['4'] });
    await redo();
    await access.send({ kind: 'move-card', cardId: '2', to: { laneId: access.ids.current('new1') } });
    await expect(undo()).rejects.toThrow('The lane has other cards now.');
  });
});
