import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newBoard } from '../../../../test/board.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const clients = 32;

// Two servers on one database, because the order must be correct between processes too.

const parley = useParley();
const second = useParley({ sameDatabaseAs: parley });
const ada = useAccount(parley);

type Board = Awaited<ReturnType<typeof newBoard>>;

interface Move {
  card: string;
  startedAt: number;
  answeredAt: number;
  position: string;
}

/** Sends a move to one of the servers, every third time with an Idempotency-Key, and records when it was in flight. */
async function move(card: string, body: object, client = 0): Promise<Move> {
  const server = client % 2 === 0 ? parley : second;
  const key: Record<string, string> = client % 3 === 0 ? { 'idempotency-key': randomUUID() } : {};
  const startedAt = performance.now();
  const answer = await server.request('POST', `/v1/cards/${card}/move`, {
    body,
    headers: { authorization: `Bearer ${ada.key}`, ...key },
  });
  expect(answer.status).toBe(200);
  return { card, startedAt, answeredAt: performance.now(), position: answer.body.data.position };
}

const newCards = async (board: Board, count: number, lane = board.lanes[0]) => {
  const cards: string[] = [];
  for (let i = 0; i < count; i++) cards.push(await board.card(`card ${i}`, lane));
  return cards;
};

const order = async (board: Board, lane = board.lanes[0]) =>
  (await board.read(`&lane_id=${lane}`)).map((row) => row.id);

async function expectIntact(board: Board, cards: string[]) {
  const rows = await board.read();
  expect(rows.map((row) => row.id).sort()).toEqual(cards.toSorted());
  expect(new Set(rows.map((row) => `${row.lane_id} ${row.position}`)).size).toBe(rows.length);
}

describe('32 clients that move cards of one board concurrently', () => {
  test('a later move after the same card is nearer to it, and the rest of the lane does not change', async () => {
    const board = await newBoard(ada);
    const [anchor, ...rest] = (await newCards(board, 10)) as [string, ...string[]];
    const movers = await newCards(board, clients, board.lanes[1]);
    const rounds = 3;
    const last = await Promise.all(
      movers.map(async (card, client) => {
        for (let round = 1; round < rounds; round++) await move(card, { after_card_id: anchor }, client);
        return move(card, { after_card_id: anchor }, client);
      }),
    );
    await expectIntact(board, [anchor, ...rest, ...movers]);
    const seen = await order(board);
    expect(seen[0]).toBe(anchor);
    expect(seen.slice(1 + clients)).toEqual(rest);
    // The position that each client got for its last move is the order that all of them read.
    const reported = last.toSorted((a, b) => (a.position < b.position ? -1 : 1)).map(({ card }) => card);
    expect(seen.slice(1, 1 + clients)).toEqual(reported);
    const place = new Map(seen.map((card, i) => [card, i]));
    for (const earlier of last)
      for (const later of last)
        if (earlier.answeredAt < later.startedAt)
          expect(place.get(later.card)).toBeLessThan(place.get(earlier.card) as number);
  }, 60_000);

  test('two cards, each after the other: they end up next to each other, as in one of the last two moves', async () => {
    const board = await newBoard(ada);
    const cards = (await newCards(board, 5)) as [string, string, string, string, string];
    const [x, , , , y] = cards;
    for (let round = 0; round < 20; round++) {
      // They are not adjacent at first, because adjacent cards could remain so by chance.
      const apart = await order(board);
      const others = apart.filter((card) => card !== x && card !== y);
      await move(x, { before_card_id: others[0] });
      await move(y, { after_card_id: others[2] });
      await Promise.all([move(x, { after_card_id: y }, 0), move(y, { after_card_id: x }, 1)]);
      const seen = await order(board);
      expect(Math.abs(seen.indexOf(x) - seen.indexOf(y))).toBe(1);
    }
    await expectIntact(board, cards);
  }, 60_000);

  test('moves before and after the same two neighbors put each card on the requested side', async () => {
    const board = await newBoard(ada);
    const [left, right] = (await newCards(board, 2)) as [string, string];
    const movers = await newCards(board, clients, board.lanes[2]);
    await Promise.all(
      movers.map((card, client) =>
        move(card, client % 2 === 0 ? { after_card_id: left } : { before_card_id: right }, client),
      ),
    );
    await expectIntact(board, [left, right, ...movers]);
    const seen = await order(board);
    const isAfterLeft = seen.slice(1, -1).map((card) => movers.indexOf(card) % 2 === 0);
    expect([seen[0], seen.at(-1)]).toEqual([left, right]);
    expect(isAfterLeft).toEqual([...Array(clients / 2).fill(true), ...Array(clients / 2).fill(false)]);
  }, 60_000);

  test('moves by PATCH to the end of another lane put all cards after the cards of that lane', async () => {
    const board = await newBoard(ada);
    const there = await newCards(board, 3, board.lanes[3]);
    const movers = await newCards(board, clients);
    const answers = await Promise.all(
      movers.map((card) => ada.patch(`/v1/cards/${card}`, { lane_id: board.lanes[3], title: 'moved' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(movers.map(() => 200));
    await expectIntact(board, [...there, ...movers]);
    expect((await order(board, board.lanes[3])).slice(0, 3)).toEqual(there);
    expect(await order(board)).toEqual([]);
  }, 60_000);
});
