import { describe, expect, test } from 'vitest';
import { newBoard } from '../../../../test/board.ts';
import { fields } from '../../../../test/faults.ts';
import { type Account, createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);

describe('lanes', () => {
  test('creates lanes at the end, lists them in board order, changes and counts them', async () => {
    const { project, lanes, card } = await newBoard(ada);
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

  test('lanes can be moved before and after each other', async () => {
    const { project, lanes } = await newBoard(ada);
    const [a, b, c, d] = lanes;
    await ada.post(`/v1/lanes/${d}/move`, { before_lane_id: a });
    await ada.post(`/v1/lanes/${a}/move`, { after_lane_id: c });
    const order = (await ada.get(`/v1/projects/${project}/lanes`)).body.data.map(
      (lane: { id: string }) => lane.id,
    );
    expect(order).toEqual([d, b, c, a]);
    expect(fields(await ada.post(`/v1/lanes/${a}/move`, { before_lane_id: a }))).toEqual(['before_lane_id']);
    const other = await newBoard(ada);
    expect(fields(await ada.post(`/v1/lanes/${a}/move`, { after_lane_id: other.lanes[0] }))).toEqual([
      'after_lane_id',
    ]);
  });

  test('lanes with cards are deleted only with move_cards_to or cards=delete', async () => {
    const { project, lanes, card, titles, read } = await newBoard(ada);
    const [first, second, third] = lanes;
    for (const title of 'xy') await card(title, second);
    for (const title of 'abc') await card(title, first);
    const refused = await ada.delete(`/v1/lanes/${first}`);
    expect(refused.status).toBe(422);
    expect(fields(refused)).toEqual(['move_cards_to']);
    const other = await newBoard(ada);
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
  test('creates a card in the first lane with its defaults, returns it by GET, changes and deletes it', async () => {
    const { project, lanes } = await newBoard(ada);
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

  test('returns 422 for a lane, tag or user of another project or workspace', async () => {
    const { project, card } = await newBoard(ada);
    const other = await newBoard(ada);
    const outsider = await parley.account();
    const tag = (await ada.post(`/v1/projects/${other.project}/tags`, { name: 'far' })).body.data.id;
    const make = (more: object) => ada.post(`/v1/projects/${project}/cards`, { title: 'x', ...more });
    expect(fields(await make({ lane_id: other.lanes[0] }))).toEqual(['lane_id']);
    expect(fields(await make({ lane_id: 'rubbish' }))).toEqual(['lane_id']);
    expect(fields(await make({ tag_ids: [tag] }))).toEqual(['tag_ids.0']);
    expect(fields(await make({ assignee_id: outsider.user_id }))).toEqual(['assignee_id']);
    expect(fields(await make({ due_on: '2026-02-30' }))).toEqual(['due_on']);
    expect(fields(await make({ priority: 'now', title: ' ' })).sort()).toEqual(['priority', 'title']);
    const path = `/v1/cards/${await card('x')}`;
    expect(fields(await ada.patch(path, { lane_id: other.lanes[1] }))).toEqual(['lane_id']);
    expect(fields(await ada.patch(path, { assignee_id: outsider.user_id }))).toEqual(['assignee_id']);
  });

  test('stores its evidence, and accepts it as it was read', async () => {
    const { project } = await newBoard(ada);
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
      start_character: null,
      end_segment_id: null,
      end_character: null,
      speaker: null,
      detached: false,
    };
    expect(created.body.data.evidence).toEqual([quoted]);
    const path = `/v1/cards/${created.body.data.id}` as const;
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

  test('a card has the quote and source_deleted when its source is deleted, like a note', async () => {
    const { project } = await newBoard(ada);
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
        referencing old table as changed for each statement execute function derived.files_unlinked_from_cards();
      create trigger sources_released_from_notes after delete on sources
        referencing old table as changed for each statement execute function derived.files_unlinked_from_notes()`);
    await parley.db.query(sql`insert into sources values (${file})`);
    await parley.db.query(sql`delete from sources`);
    expect((await ada.get(`/v1/cards/${card.id}`)).body.data.evidence).toEqual([
      { ...item, file_id: other },
      { ...item, file_id: file, source_deleted: true },
    ]);
    expect((await ada.get(`/v1/notes/${note.id}`)).body.data).toMatchObject({
      file_id: file,
      start_seconds: 1,
      source_deleted: true,
    });
    // The evidence can be sent back even though its source is deleted.
    const stored = (await ada.get(`/v1/cards/${card.id}`)).body.data.evidence;
    expect((await ada.patch(`/v1/cards/${card.id}`, { evidence: stored })).body.data.evidence).toEqual(
      stored,
    );
  });

  test('moves a card to the end of another lane by a change of lane_id, and does not move it by the same lane_id', async () => {
    const { lanes, card, titles } = await newBoard(ada);
    const a = await card('a');
    await card('b');
    await card('x', lanes[1]);
    await ada.patch(`/v1/cards/${a}`, { lane_id: lanes[0] });
    expect(await titles()).toBe('ab');
    expect((await ada.patch(`/v1/cards/${a}`, { lane_id: lanes[1] })).body.data.lane_id).toBe(lanes[1]);
    expect([await titles(), await titles(lanes[1])]).toEqual(['b', 'xa']);
  });

  test('lists cards by lane over several pages, and by their filters', async () => {
    const { project, lanes, card, read } = await newBoard(ada);
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

describe('access to the board', () => {
  test('returns 404 to another workspace, 403 to a member without access, and is read-only for a viewer', async () => {
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
    const outsider = await parley.account();
    const { project, lanes, card } = await newBoard(ada);
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
    expect(await statuses(outsider)).toEqual(Array(12).fill(404));
    expect(await statuses(colleague)).toEqual(Array(12).fill(403));
    await ada.patch(`/v1/projects/${project}`, { member_ids: [viewer.user_id] });
    expect(await statuses(viewer)).toEqual([...Array(4).fill(200), ...Array(8).fill(403)]);
    expect((await ada.get(`/v1/cards/${id}`)).body.data.title).toBe('a');
  });
});
