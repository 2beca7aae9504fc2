import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newBoard } from '../../../../test/board.ts';
import { fields } from '../../../../test/faults.ts';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);

describe('moving a card', () => {
  test('places it before or after another card, or at the end of a lane', async () => {
    const { lanes, card, titles } = await newBoard(ada);
    const [a, b, c, d] = [await card('a'), await card('b'), await card('c'), await card('d')];
    const x = await card('x', lanes[1]);
    const move = async (id: string, body: object) => {
      expect((await ada.post(`/v1/cards/${id}/move`, body)).status).toBe(200);
      return titles();
    };
    expect(await move(d, { before_card_id: b })).toBe('adbc');
    expect(await move(a, { after_card_id: b })).toBe('dbac');
    expect(await move(c, { before_card_id: d })).toBe('cdba');
    expect(await move(c, { lane_id: lanes[0] })).toBe('dbac');
    expect(await move(x, { before_card_id: a })).toBe('dbxac');
    expect(await move(x, { lane_id: lanes[0], after_card_id: c })).toBe('dbacx');
    expect(await move(d, { lane_id: lanes[2] })).toBe('bacx');
    expect(await titles(lanes[2])).toBe('d');
  });

  test('returns 422 next to itself, to a card of another project or lane, or with two destinations', async () => {
    const { lanes, card, titles } = await newBoard(ada);
    const other = await newBoard(ada);
    const [a, b, x] = [await card('a'), await card('b'), await card('x', lanes[1])];
    const far = await other.card('far');
    const refused = async (body: object) => fields(await ada.post(`/v1/cards/${a}/move`, body));
    expect(await refused({ before_card_id: a })).toEqual(['before_card_id']);
    expect(await refused({ after_card_id: far })).toEqual(['after_card_id']);
    expect(await refused({ lane_id: lanes[0], before_card_id: x })).toEqual(['before_card_id']);
    expect(await refused({ lane_id: other.lanes[0] })).toEqual(['lane_id']);
    expect(await refused({ before_card_id: b, after_card_id: b })).toEqual(['after_card_id']);
    expect(await refused({})).toEqual(['body']);
    expect(await titles()).toBe('ab');
  });

  test('between cards without a free key or with equal keys assigns new keys to the lane', async () => {
    const { card, read, titles } = await newBoard(ada);
    const [a, b, c, d] = [await card('a'), await card('b'), await card('c'), await card('d')];
    const place = (id: string, position: string) =>
      parley.db.query(sql`update cards set position = ${position} where id = ${id}`);
    await place(a, `a0${'V'.repeat(37)}1`);
    await place(b, `a0${'V'.repeat(37)}2`);
    await ada.post(`/v1/cards/${d}/move`, { before_card_id: b });
    expect(await titles()).toBe('adbc');
    expect((await read()).every((row) => row.position.length < 5)).toBe(true);

    for (const id of [a, d, b, c]) await place(id, 'a5');
    const order = await titles();
    const [first, , , last] = (await read()).map((row) => row.id) as [string, string, string, string];
    await ada.post(`/v1/cards/${last}/move`, { after_card_id: first });
    expect(await titles()).toBe(`${order[0]}${order[3]}${order[1]}${order[2]}`);
    expect(new Set((await read()).map((row) => row.position)).size).toBe(4);
  });

  test('repeatedly into the same gap preserves the order with short positions', async () => {
    const { card, titles } = await newBoard(ada);
    const first = await card('a');
    const movers = [await card('x'), await card('y')];
    await card('b');
    const lengths: number[] = [];
    for (let i = 0; i < 260; i++) {
      // Always between the first card and the last moved one, so that each gap is part of the previous one.
      const moved = await ada.post(`/v1/cards/${movers[i % 2]}/move`, { after_card_id: first });
      lengths.push(moved.body.data.position.length);
      if (i % 50 === 0) expect(await titles()).toBe(i % 2 ? 'ayxb' : 'axyb');
    }
    // Positions grow to the limit, are assigned again once, and are short after that.
    expect(Math.max(...lengths)).toBe(40);
    expect(lengths.at(-1)).toBeLessThan(15);
    expect(await titles()).toBe('ayxb');
  }, 60_000);

  test('moving a card by concurrent requests loses and duplicates no card, and all readers see one order', async () => {
    const owner = await parley.account();
    const colleague = await parley.account({ workspace_id: owner.workspace_id });
    const step = fc.record({
      by: fc.integer({ min: 0, max: 1 }),
      card: fc.nat(11),
      beside: fc.nat(11),
      lane: fc.nat(3),
      how: fc.constantFrom('before', 'after', 'end', 'create', 'delete lane'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
        async (rounds) => {
          const board = await newBoard(owner, { visibility: 'workspace' });
          const cards = await Promise.all(
            Array.from({ length: 12 }, (_, i) => board.card(`${i}`, board.lanes[i % 4])),
          );
          const wanted = new Set(cards);
          for (const round of rounds) {
            const answers = await Promise.all(
              round.map(({ by, card, beside, lane, how }) => {
                const who = by === 0 ? owner : colleague;
                if (how === 'create')
                  return who.post(`/v1/projects/${board.project}/cards`, { title: 'new' });
                if (how === 'delete lane') {
                  return who.delete(
                    `/v1/lanes/${board.lanes[lane]}?move_cards_to=${board.lanes[(lane + 1) % 4]}`,
                  );
                }
                const place =
                  how === 'end' ? { lane_id: board.lanes[lane] } : { [`${how}_card_id`]: cards[beside] };
                return who.post(`/v1/cards/${cards[card]}/move`, place);
              }),
            );
            for (const answer of answers) {
              expect([200, 201, 404, 422]).toContain(answer.status);
              if (answer.status === 201) wanted.add(answer.body.data.id);
            }
          }
          const seen = await board.read();
          expect(new Set(seen.map((row) => row.id))).toEqual(wanted);
          expect(seen).toHaveLength(wanted.size);
          expect(await board.read('', colleague)).toEqual(seen);
          const places = seen.map((row) => `${row.lane_id} ${row.position}`);
          expect(new Set(places).size).toBe(places.length);
        },
      ),
      { numRuns: 8 },
    );
  }, 120_000);
});
