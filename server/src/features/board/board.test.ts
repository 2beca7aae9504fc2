import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley } from '../../../test/harness.ts';
import { sql } from '../../platform/database/index.ts';

const clock = createTestClock();
let parley: TestParley;
let ada: Account;

beforeAll(async () => {
  parley = await startParley({ clock });
  ada = await parley.account();
});
afterAll(() => parley.stop());

const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map((row) => row.field);

/** A project with its lanes, and short ways to make and read cards. */
async function newBoard(by = ada, more = {}) {
  const project = (await by.post('/v1/projects', { name: 'Board', ...more })).body.data.id as string;
  const lanes = (await by.get(`/v1/projects/${project}/lanes`)).body.data.map(
    (lane: { id: string }) => lane.id,
  );
  const card = async (title: string, lane_id = lanes[0], extra = {}) =>
    (await by.post(`/v1/projects/${project}/cards`, { title, lane_id, ...extra })).body.data.id as string;
  const read = async (query = '', who = by) => {
    const rows: { id: string; title: string; lane_id: string; position: string }[] = [];
    let cursor = '';
    do {
      const page = await who.get(`/v1/projects/${project}/cards?limit=100${query}${cursor}`);
      rows.push(...page.body.data);
      cursor = page.body.meta.next_cursor ? `&cursor=${page.body.meta.next_cursor}` : '';
    } while (cursor);
    return rows;
  };
  const titles = async (lane = lanes[0]) => (await read(`&lane_id=${lane}`)).map((row) => row.title).join('');
  return { project, lanes: lanes as [string, string, string, string], card, read, titles };
}

describe('lanes', () => {
  test('are made at the end, listed in board order, renamed, coloured and counted', async () => {
    const { project, lanes, card } = await newBoard();
    const made = await ada.post(`/v1/projects/${project}/lanes`, { name: 'Parked', color: '#7A8794' });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      project_id: project,
      name: 'Parked',
      color: '#7A8794',
      card_count: 0,
    });
    await card('a', made.body.data.id);
    const list = (await ada.get(`/v1/projects/${project}/lanes`)).body.data;
    expect(list.map((lane: { id: string }) => lane.id)).toEqual([...lanes, made.body.data.id]);
    expect(list.map((lane: { card_count: number }) => lane.card_count)).toEqual([0, 0, 0, 0, 1]);
    const changed = await ada.patch(`/v1/lanes/${made.body.data.id}`, { name: 'Later', color: null });
    expect(changed.body.data).toMatchObject({ name: 'Later', color: null, card_count: 1 });
    expect((await ada.get(`/v1/lanes/${made.body.data.id}`)).body).toEqual(changed.body);
    expect((await ada.get(`/v1/projects/${project}`)).body.data).toMatchObject({
      lane_count: 5,
      card_count: 1,
    });
  });

  test('move before and after each other', async () => {
    const { project, lanes } = await newBoard();
    const [a, b, c, d] = lanes;
    await ada.post(`/v1/lanes/${d}/move`, { before_lane_id: a });
    await ada.post(`/v1/lanes/${a}/move`, { after_lane_id: c });
    const order = (await ada.get(`/v1/projects/${project}/lanes`)).body.data.map(
      (lane: { id: string }) => lane.id,
    );
    expect(order).toEqual([d, b, c, a]);
    expect(fields(await ada.post(`/v1/lanes/${a}/move`, { before_lane_id: a }))).toEqual(['before_lane_id']);
    const other = await newBoard();
    expect(fields(await ada.post(`/v1/lanes/${a}/move`, { after_lane_id: other.lanes[0] }))).toEqual([
      'after_lane_id',
    ]);
  });

  test('with cards are deleted only when it is said where the cards go', async () => {
    const { project, lanes, card, titles, read } = await newBoard();
    const [first, second, third] = lanes;
    for (const title of 'xy') await card(title, second);
    for (const title of 'abc') await card(title, first);
    const refused = await ada.delete(`/v1/lanes/${first}`);
    expect(refused.status).toBe(422);
    expect(fields(refused)).toEqual(['move_cards_to']);
    const other = await newBoard();
    for (const lane of [first, other.lanes[0], 'rubbish']) {
      expect(fields(await ada.delete(`/v1/lanes/${first}?move_cards_to=${lane}`))).toEqual(['move_cards_to']);
    }
    expect(fields(await ada.delete(`/v1/lanes/${first}?move_cards_to=${second}&cards=delete`))).toEqual([
      'cards',
    ]);
    expect(fields(await ada.delete(`/v1/lanes/${first}?cards=keep`))).toEqual(['cards']);
    expect(await titles(first)).toBe('abc');

    expect((await ada.delete(`/v1/lanes/${first}?move_cards_to=${second}`)).status).toBe(200);
    expect(await titles(second)).toBe('xyabc');
    expect((await ada.delete(`/v1/lanes/${second}?cards=delete`)).status).toBe(200);
    expect(await read()).toEqual([]);
    expect((await ada.delete(`/v1/lanes/${third}`)).status).toBe(200);
    expect((await ada.get(`/v1/projects/${project}`)).body.data).toMatchObject({
      lane_count: 1,
      card_count: 0,
    });
  });
});

describe('a card', () => {
  test('is made in the first lane with its defaults, read back the same, changed and deleted', async () => {
    const { project, lanes } = await newBoard();
    const created = await ada.post(`/v1/projects/${project}/cards`, { title: 'Nobody finds the price' });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      project_id: project,
      lane_id: lanes[0],
      title: 'Nobody finds the price',
      body: null,
      color: null,
      tag_ids: [],
      assignee_id: null,
      priority: null,
      due_on: null,
      evidence: [],
      created_by: ada.user_id,
    });
    const path = `/v1/cards/${created.body.data.id}`;
    expect((await ada.get(path)).body).toEqual(created.body);
    const change = {
      body: '**so**',
      color: '#112233',
      priority: 'high',
      due_on: '2028-02-29',
      assignee_id: ada.user_id,
    };
    const changed = await ada.patch(path, change);
    expect(changed.body.data).toMatchObject(change);
    expect((await ada.get(path)).body).toEqual(changed.body);
    expect((await ada.delete(path)).body.data).toEqual({ id: created.body.data.id, deleted: true });
    expect((await ada.get(path)).status).toBe(404);
    expect((await ada.get(`/v1/projects/${project}`)).body.data.card_count).toBe(0);
  });

  test('is refused for a lane, tag or person that is not of its project or workspace', async () => {
    const { project, card } = await newBoard();
    const other = await newBoard();
    const stranger = await parley.account();
    const tag = (await ada.post(`/v1/projects/${other.project}/tags`, { name: 'far' })).body.data.id;
    const make = (more: object) => ada.post(`/v1/projects/${project}/cards`, { title: 'x', ...more });
    expect(fields(await make({ lane_id: other.lanes[0] }))).toEqual(['lane_id']);
    expect(fields(await make({ lane_id: 'rubbish' }))).toEqual(['lane_id']);
    expect(fields(await make({ tag_ids: [tag] }))).toEqual(['tag_ids.0']);
    expect(fields(await make({ assignee_id: stranger.user_id }))).toEqual(['assignee_id']);
    expect(fields(await make({ due_on: '2026-02-30' }))).toEqual(['due_on']);
    expect(fields(await make({ priority: 'now', title: ' ' })).sort()).toEqual(['priority', 'title']);
    const path = `/v1/cards/${await card('x')}`;
    expect(fields(await ada.patch(path, { lane_id: other.lanes[1] }))).toEqual(['lane_id']);
    expect(fields(await ada.patch(path, { assignee_id: stranger.user_id }))).toEqual(['assignee_id']);
  });

  test('keeps its evidence, and can be sent back what was read', async () => {
    const { project } = await newBoard();
    const created = await ada.post(`/v1/projects/${project}/cards`, {
      title: 'x',
      evidence: [{ quote: 'I would not pay' }],
    });
    const quoted = {
      file_id: null,
      segment_id: null,
      start_seconds: null,
      end_seconds: null,
      quote: 'I would not pay',
      clip_id: null,
      source_deleted: false,
    };
    expect(created.body.data.evidence).toEqual([quoted]);
    const path = `/v1/cards/${created.body.data.id}`;
    const again = await ada.patch(path, { evidence: [quoted, { quote: 'never' }] });
    expect(again.body.data.evidence.map((item: { quote: string }) => item.quote)).toEqual([
      'I would not pay',
      'never',
    ]);
    const bad = await ada.patch(path, {
      evidence: [quoted, { file_id: 'fil_06a8m1v2e8r5ys1q2w4x6z8abc' }, { clip_id: 'rubbish' }],
    });
    expect(fields(bad)).toEqual(['evidence.1.file_id', 'evidence.2.clip_id']);
    expect(
      fields(await ada.patch(path, { evidence: [{ quote: 'x', start_seconds: 3, end_seconds: 2 }] })),
    ).toEqual(['evidence.0.end_seconds']);
  });

  test('keeps the quote, marked, when its source is deleted, and a note lets go of it', async () => {
    const { project } = await newBoard();
    const [file, other] = ['fil_06a8m1v2e8r5ys1q2w4x6z8abc', 'fil_06a8m1v2e8r5ys1q2w4x6z8abd'];
    const card = (await ada.post(`/v1/projects/${project}/cards`, { title: 'x', evidence: [{ quote: 'q' }] }))
      .body.data;
    const note = (await ada.post(`/v1/projects/${project}/notes`, { body: 'x' })).body.data;
    const [item] = card.evidence;
    const evidence = [
      { ...item, file_id: other },
      { ...item, file_id: file },
    ];
    await parley.db.query(
      sql`update cards set evidence = ${JSON.stringify(evidence)}::jsonb where id = ${card.id}`,
    );
    await parley.db.query(sql`update notes set file_id = ${file}, start_seconds = 1 where id = ${note.id}`);
    await parley.db.query(sql`
      create table sources (id ident);
      create trigger sources_released after delete on sources
        referencing old table as changed for each statement execute function release_source('file_id')`);
    await parley.db.query(sql`insert into sources values (${file})`);
    await parley.db.query(sql`delete from sources`);
    expect((await ada.get(`/v1/cards/${card.id}`)).body.data.evidence).toEqual([
      { ...item, file_id: other },
      { ...item, file_id: file, source_deleted: true },
    ]);
    expect((await ada.get(`/v1/notes/${note.id}`)).body.data).toMatchObject({
      file_id: null,
      start_seconds: null,
    });
    // What is kept can be sent back although its source is gone.
    const kept = (await ada.get(`/v1/cards/${card.id}`)).body.data.evidence;
    expect((await ada.patch(`/v1/cards/${card.id}`, { evidence: kept })).body.data.evidence).toEqual(kept);
  });

  test('goes to the end of another lane by a change of lane_id, and stays where it is for the same one', async () => {
    const { lanes, card, titles } = await newBoard();
    const a = await card('a');
    await card('b');
    await card('x', lanes[1]);
    await ada.patch(`/v1/cards/${a}`, { lane_id: lanes[0] });
    expect(await titles()).toBe('ab');
    expect((await ada.patch(`/v1/cards/${a}`, { lane_id: lanes[1] })).body.data.lane_id).toBe(lanes[1]);
    expect([await titles(), await titles(lanes[1])]).toEqual(['b', 'xa']);
  });

  test('is listed lane after lane, page after page, and by its filters', async () => {
    const { project, lanes, card, read } = await newBoard();
    const tag = (await ada.post(`/v1/projects/${project}/tags`, { name: 'T' })).body.data.id;
    await card('c', lanes[1], { tag_ids: [tag] });
    clock.advance(1000);
    await card('a', lanes[0], { priority: 'low' });
    clock.advance(1000);
    await card('d', lanes[3], { assignee_id: ada.user_id });
    clock.advance(1000);
    await card('b', lanes[0]);
    const pages: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await ada.get(`/v1/projects/${project}/cards?limit=1${cursor}`);
      pages.push(...page.body.data.map((row: { title: string }) => row.title));
      if (!page.body.meta.next_cursor) break;
      cursor = `&cursor=${page.body.meta.next_cursor}`;
    }
    expect(pages.join('')).toBe('abcd');
    const found = async (query: string) => (await read(`&${query}`)).map((row) => row.title).join('');
    expect(await found(`tag_id=${tag}`)).toBe('c');
    expect(await found('priority=low')).toBe('a');
    expect(await found(`assignee_id=${ada.user_id}`)).toBe('d');
    expect(await found('q=B')).toBe('b');
    expect(await found('sort=created_at')).toBe('cadb');
  });
});

describe('moving a card', () => {
  test('puts it before or after another, or at the end of a lane', async () => {
    const { lanes, card, titles } = await newBoard();
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

  test('is refused beside itself, a card elsewhere, a card of another lane, or two at once', async () => {
    const { lanes, card, titles } = await newBoard();
    const other = await newBoard();
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

  test('into a gap without room, or between cards of one position, spaces the lane anew', async () => {
    const { card, read, titles } = await newBoard();
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

  test('into the same gap again and again grows positions slowly and keeps the order', async () => {
    const { card, titles } = await newBoard();
    let [middle, last] = [await card('a'), await card('b')];
    let longest = 0;
    for (let i = 0; i < 40; i++) {
      // The last goes before the other: each time the gap is a part of the gap before.
      const moved = await ada.post(`/v1/cards/${last}/move`, { before_card_id: middle });
      longest = Math.max(longest, moved.body.data.position.length);
      [middle, last] = [last, middle];
    }
    expect(longest).toBeLessThan(15);
    expect(await titles()).toBe('ab');
  });

  test('by many at once loses no card, doubles none, and leaves one order for all', async () => {
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

describe('who may use the board', () => {
  test('another workspace 404, a colleague without access 403, a viewer reads only', async () => {
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
    const stranger = await parley.account();
    const { project, lanes, card } = await newBoard();
    const id = await card('a');
    const requests: [string, string, unknown?][] = [
      ['GET', `/v1/projects/${project}/lanes`],
      ['GET', `/v1/projects/${project}/cards`],
      ['GET', `/v1/lanes/${lanes[0]}`],
      ['GET', `/v1/cards/${id}`],
      ['POST', `/v1/projects/${project}/lanes`, { name: 'x' }],
      ['POST', `/v1/projects/${project}/cards`, { title: 'x' }],
      ['PATCH', `/v1/lanes/${lanes[0]}`, { name: 'x' }],
      ['PATCH', `/v1/cards/${id}`, { title: 'x' }],
      ['POST', `/v1/lanes/${lanes[0]}/move`, { after_lane_id: lanes[1] }],
      ['POST', `/v1/cards/${id}/move`, { lane_id: lanes[1] }],
      ['DELETE', `/v1/lanes/${lanes[0]}?cards=delete`],
      ['DELETE', `/v1/cards/${id}`],
    ];
    const statuses = async (who: Account) =>
      Promise.all(
        requests.map(async ([method, path, body]) => (await who.request(method, path, { body })).status),
      );
    expect(await statuses(stranger)).toEqual(Array(12).fill(404));
    expect(await statuses(colleague)).toEqual(Array(12).fill(403));
    await ada.patch(`/v1/projects/${project}`, { member_ids: [viewer.user_id] });
    expect(await statuses(viewer)).toEqual([...Array(4).fill(200), ...Array(8).fill(403)]);
    expect((await ada.get(`/v1/cards/${id}`)).body.data.title).toBe('a');
  });
});
