import { describe, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);
const mina = useAccount(parley, () => ({ workspace_id: ada.workspace_id, name: 'Mina' }));
const viewer = useAccount(parley, () => ({ workspace_id: ada.workspace_id, role: 'viewer' as const }));

async function createProject() {
  const project = (await ada.post('/v1/projects', { name: 'Grocery delivery', visibility: 'workspace' })).body
    .data;
  const lane = (await ada.get(`/v1/projects/${project.id}/lanes`)).body.data[0];
  const card = (await ada.post(`/v1/projects/${project.id}/cards`, { lane_id: lane?.id, title: 'Slots' }))
    .body.data;
  return { project, card };
}

async function comment(author: typeof ada, on: Awaited<ReturnType<typeof createProject>>, more: object = {}) {
  clock.advance(1000);
  const created = await author.post(`/v1/projects/${on.project.id}/comments`, {
    target_type: 'card',
    target_id: on.card.id,
    body: 'Is this still true?',
    ...more,
  });
  expect(created.status).toBe(201);
  return created.body.data;
}

const inboxOf = async (who: typeof ada, query = '') => (await who.get(`/v1/inbox${query}`)).body.data;

describe('comments and cards', () => {
  test('a mention is a row with its author, its words and a link to the comment', async () => {
    const on = await createProject();
    const { id } = await comment(mina, on, { mentions: [ada.user_id, mina.user_id] });
    const [row] = await inboxOf(ada);
    expect(row).toMatchObject({
      type: 'mention',
      title: 'Mina mentioned you on the card “Slots”',
      excerpt: 'Is this still true?',
      actor: { id: mina.user_id, name: 'Mina' },
      project: { id: on.project.id, name: 'Grocery delivery' },
      subject: { type: 'card', id: on.card.id, name: 'Slots' },
      read_at: null,
      created_at: clock.now().toISOString(),
    });
    expect(row?.id).toMatch(/^inb_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(new URL(row?.url ?? '').pathname).toBe(`/projects/${on.project.id}/board`);
    expect(new URL(row?.url ?? '').search).toBe(`?card=${on.card.id}&comment=${id}`);
    // Mina mentioned herself.
    expect(await inboxOf(mina)).toEqual([]);
  });

  test('a reply is a row for everyone in the thread except its author, and one row for a mentioned member', async () => {
    const on = await createProject();
    const first = await comment(ada, on);
    await comment(mina, on, { parent_id: first.id, mentions: [ada.user_id] });
    expect((await inboxOf(ada)).filter(({ project }) => project?.id === on.project.id)).toMatchObject([
      { type: 'mention', count: 1 },
    ]);
    await comment(ada, on, { parent_id: first.id });
    expect(await inboxOf(mina)).toMatchObject([{ type: 'reply', actor: { id: ada.user_id } }]);
  });

  test('an assigned card is a row for its assignee, and a change of the title is not', async () => {
    const on = await createProject();
    const assign = (who: typeof ada, body: object) => who.patch(`/v1/cards/${on.card.id}`, body);
    expect((await assign(mina, { assignee_id: ada.user_id })).status).toBe(200);
    const rowsOf = async () => (await inboxOf(ada)).filter(({ subject }) => subject.id === on.card.id);
    const [row] = await rowsOf();
    expect(row?.title).toBe('Mina assigned you the card “Slots”');
    await ada.post('/v1/inbox/read', { ids: [row?.id] });
    await assign(mina, { title: 'Slots first' });
    expect(await rowsOf()).toMatchObject([{ subject: { name: 'Slots first' }, count: 1 }]);
    expect((await rowsOf())[0]?.read_at).not.toBeNull();
    // Somebody who assigns a card to themselves knows it.
    await assign(mina, { assignee_id: mina.user_id });
    expect((await inboxOf(mina)).filter(({ type }) => type === 'assignment')).toEqual([]);
  });

  test('a row is gone with its record and while its project is not shared', async () => {
    const on = await createProject();
    const written = await comment(ada, on, { mentions: [mina.user_id] });
    const rows = async () => (await inboxOf(mina)).filter(({ project }) => project?.id === on.project.id);
    expect(await rows()).toHaveLength(1);
    await ada.patch(`/v1/projects/${on.project.id}`, { visibility: 'private' });
    expect(await rows()).toEqual([]);
    await ada.patch(`/v1/projects/${on.project.id}`, { visibility: 'workspace' });
    expect(await rows()).toHaveLength(1);
    await ada.delete(`/v1/comments/${written.id}`);
    expect(await rows()).toEqual([]);
  });
});

describe('reading', () => {
  test('marks rows as read by id or up to an instant, also for a viewer, and takes it back', async () => {
    const on = await createProject();
    for (let i = 0; i < 3; i++) await comment(ada, on, { mentions: [viewer.user_id] });
    const [newest, middle] = await inboxOf(viewer, '?unread=true');
    const read = await viewer.post('/v1/inbox/read', { ids: [newest?.id, 'inb_unknown'] });
    expect([read.status, read.body.data]).toEqual([200, { unread_count: 2 }]);
    expect((await viewer.post('/v1/inbox/unread', { ids: [newest?.id] })).body.data.unread_count).toBe(3);
    expect((await viewer.post('/v1/inbox/read', { before: middle?.updated_at })).body.data.unread_count).toBe(
      1,
    );
    expect(await inboxOf(viewer, '?unread=true')).toMatchObject([{ id: newest?.id }]);
    expect((await viewer.get('/v1/inbox/unread_count')).body.data).toEqual({ unread_count: 1 });
    // Another member cannot mark them.
    await mina.post('/v1/inbox/read', { ids: [newest?.id] });
    expect(await inboxOf(viewer, '?unread=true')).toHaveLength(1);
  });

  test('a change of the inbox is live for its owner only', async () => {
    const changes = await parley.db.query(sql`
      select distinct record_ids from changes where type = 'inbox' and ${viewer.user_id} = any(record_ids)`);
    expect(changes).toEqual([{ record_ids: [viewer.user_id] }]);
  });

  test('pages show each row once', async () => {
    const all = await inboxOf(viewer);
    const first = await viewer.get('/v1/inbox?limit=2');
    const next = await viewer.get(`/v1/inbox?limit=2&cursor=${first.body.meta?.next_cursor}`);
    expect([...first.body.data, ...next.body.data].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test.each([
    [{}],
    [{ ids: [] }],
    [{ before: 'yesterday' }],
    [{ ids: ['inb_1'], before: '2026-11-18T10:00:00Z' }],
  ])('refuses %j with 422', async (body) => {
    expect((await ada.post('/v1/inbox/read', body)).status).toBe(422);
  });
});

describe('work and studies', () => {
  const jobIn = async (projectId: string, type: string, status: string) => {
    const id = `job_${projectId.slice(4)}${type.slice(0, 1)}`;
    await parley.db.query(sql`
      insert into jobs (id, workspace_id, project_id, type, status, input, created_by, created_at, updated_at)
      values (${id}, ${ada.workspace_id}, ${projectId}, ${type}, 'running', '{}', ${ada.user_id}, ${clock.now()}, ${clock.now()})`);
    await parley.db.query(sql`
      update jobs set status = ${status}, error_code = case when ${status} = 'failed' then 'x' end,
        error_message = case when ${status} = 'failed' then 'The model did not respond.' end where id = ${id}`);
  };

  test('the end of a job is a row for the person who started it, except the answer of a chat', async () => {
    const { project } = await createProject();
    await jobIn(project.id, 'auto_tag', 'succeeded');
    await jobIn(project.id, 'chat', 'succeeded');
    await jobIn(project.id, 'sentiment', 'failed');
    const rows = (await inboxOf(ada)).filter(({ project: at }) => at?.id === project.id);
    expect(rows.map(({ type, job_type, excerpt }) => [type, job_type, excerpt]).sort()).toEqual([
      ['job_failed', 'sentiment', 'The model did not respond.'],
      ['job_succeeded', 'auto_tag', null],
    ]);
  });

  test('responses of one day to a study are one row, which opens the last and is unread again', async () => {
    const { project } = await createProject();
    const test = (
      await ada.post(`/v1/projects/${project.id}/tests`, { name: 'Checkout', type: 'ai_interview' })
    ).body.data;
    const complete = async (number: number, at: string, name: string | null) => {
      const id = (kind: string) => `${kind}_${project.id.slice(4)}${number}`;
      await parley.db.query(sql`
        insert into participants (id, project_id, name, created_at, updated_at)
        values (${id('par')}, ${project.id}, ${name}, ${at}, ${at})`);
      await parley.db.query(sql`
        insert into responses (id, project_id, test_id, test_version, number, status, participant_id, started_at, created_at, updated_at)
        values (${id('resp')}, ${project.id}, ${test.id}, 1, ${number}, 'in_progress', ${id('par')}, ${at}, ${at}, ${at})`);
      await parley.db.query(sql`
        update responses set status = 'completed', submitted_at = ${at} where id = ${id('resp')}`);
    };
    const rows = async () => (await inboxOf(ada)).filter(({ project: at }) => at?.id === project.id);
    await complete(1, '2026-11-18T09:00:00Z', 'Leila');
    expect(await rows()).toMatchObject([{ title: 'Leila finished the AI interview “Checkout”', count: 1 }]);
    await ada.post('/v1/inbox/read', { ids: (await rows()).map(({ id }) => id) });
    await complete(2, '2026-11-18T11:00:00Z', null);
    expect(await rows()).toMatchObject([
      {
        title: '2 people finished the AI interview “Checkout”',
        participant: 'Participant 2',
        count: 2,
        read_at: null,
      },
    ]);
    await complete(3, '2026-11-19T11:00:00Z', null);
    expect((await rows()).map(({ title, count }) => [title, count])).toEqual([
      ['Participant 3 finished the AI interview “Checkout”', 1],
      ['2 people finished the AI interview “Checkout”', 2],
    ]);
  });

  test('a disabled webhook is a row with its host', async () => {
    const made = await ada.post('/v1/webhooks', { url: 'http://127.0.0.1:9/x?y=1', events: ['tag.created'] });
    await parley.db.query(sql`update webhooks set status = 'disabled' where id = ${made.body.data.id}`);
    const row = (await inboxOf(ada)).find(({ type }) => type === 'webhook_disabled');
    expect(row).toMatchObject({ title: 'The webhook to 127.0.0.1:9 was disabled', project: null });
  });
});
