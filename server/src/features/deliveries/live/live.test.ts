import { Registry } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import { bookCall, publishLiveInterview } from '../../../../test/call-side.ts';
import { until } from '../../../../test/harness.ts';
import { giveTestPassword, testPassword } from '../../../../test/signed-in.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createLiveHub } from './hub.ts';
import { pruneChanges } from './store.ts';
import type { Change } from './visible-changes.ts';

/** A second node: it sees what the first one writes. */

const parley = useParley();
const other = useParley(() => ({ sameDatabaseAs: parley, clock: parley.clock }));
const ada = useAccount(parley, { email: 'ada@example.com', name: 'Ada' });
const ben = useAccount(parley, () => ({
  email: 'ben@example.com',
  name: 'Ben',
  workspace_id: ada.workspace_id,
}));
beforeAll(async () => {
  for (const { user_id } of [ada, ben]) await giveTestPassword(parley, user_id);
});

async function signIn(email: string): Promise<string> {
  const response = await other.request('POST', '/app/sign-in', {
    body: { email, password: testPassword },
    headers: { origin: other.url },
  });
  return (response.headers.getSetCookie()[0] ?? '').split(';')[0] as string;
}

interface Received {
  id?: string;
  event: string;
  data: Change;
}

/** Reads the stream of the second node as a browser does. */
async function openStream(cookie: string, lastEventId?: string) {
  const controller = new AbortController();
  const events: Received[] = [];
  const response = await fetch(`${other.url}/app/v1/stream`, {
    headers: { cookie, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: controller.signal,
  });
  const reading = (async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)));
        if (fields.event) events.push({ ...fields, data: JSON.parse(fields.data) } as Received);
      }
    }
  })();
  const done = reading.catch(() => {});
  await until(() => events.length > 0, 'the stream to begin');
  return {
    response,
    events,
    done,
    close: () => controller.abort(),
    changes: () => events.filter(({ event }) => event === 'change').map(({ data }) => data),
    lastId: () => events.findLast(({ id }) => id !== undefined)?.id,
    find: (type: string, action: string, id?: string) =>
      until(
        () =>
          events.find(
            ({ event, data }) =>
              event === 'change' &&
              data.type === type &&
              data.action === action &&
              (id === undefined || data.id === id),
          )?.data,
        `${type} ${action}`,
      ),
  };
}

const newProject = async (body: object = {}) =>
  (await ada.post('/v1/projects', { name: 'Checkout', visibility: 'workspace', ...body })).body.data
    .id as string;
const newCard = async (project: string) =>
  (await ada.post(`/v1/projects/${project}/cards`, { title: 'Costs are late' })).body.data;

test('a browser on another node receives the changed record, its project and the user who changed it', async () => {
  const stream = await openStream(await signIn('ben@example.com'));
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.response.headers.get('content-encoding')).toBeNull();
  const project = await newProject();
  expect(await stream.find('project', 'created', project)).toMatchObject({ project_id: project });
  const card = await newCard(project);
  expect(await stream.find('card', 'created', card.id)).toEqual({
    type: 'card',
    id: card.id,
    action: 'created',
    project_id: project,
    file_id: null,
    actor: { id: ada.user_id, name: 'Ada' },
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  await ada.post(`/v1/cards/${card.id}/move`, { lane_id: card.lane_id });
  expect(await stream.find('card', 'updated', card.id)).toMatchObject({ actor: { name: 'Ada' } });
  await ada.delete(`/v1/cards/${card.id}`);
  await stream.find('card', 'deleted', card.id);
  stream.close();
});

test('every kind of record that a page shows is announced with its file', async () => {
  const project = await newProject();
  const stream = await openStream(await signIn('ada@example.com'));
  const segments = [{ speaker: 'Mina', start_seconds: 0, end_seconds: 4, text: 'It came too late.' }];
  const file = (await ada.post(`/v1/projects/${project}/files`, { name: 'Talk', transcript: { segments } }))
    .body.data.id as string;
  const at = { file_id: file, project_id: project };
  expect(await stream.find('file', 'created', file)).toMatchObject(at);
  expect(await stream.find('transcript', 'created', file)).toMatchObject(at);
  const [segment] = (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments;
  await ada.patch(`/v1/files/${file}/transcript/segments/${segment.id}`, { text: 'It came far too late.' });
  await stream.find('transcript', 'updated', file);
  const tag = (await ada.post(`/v1/projects/${project}/tags`, { name: 'Late' })).body.data.id;
  await stream.find('tag', 'created', tag);
  const target = { target_type: 'segment', target_id: segment.id };
  const tagging = (await ada.post(`/v1/tags/${tag}/taggings`, target)).body.data.id;
  expect(await stream.find('tagging', 'created', tagging)).toMatchObject(at);
  await ada.patch(`/v1/tags/${tag}`, { name: 'Too late' });
  await stream.find('tag', 'updated', tag);
  const note = (await ada.post(`/v1/projects/${project}/notes`, { body: 'Look here', file_id: file })).body
    .data.id;
  expect(await stream.find('note', 'created', note)).toMatchObject(at);
  const lane = (await ada.post(`/v1/projects/${project}/lanes`, { name: 'Later' })).body.data.id;
  await stream.find('lane', 'created', lane);
  await ada.patch(`/v1/projects/${project}`, { name: 'Checkout 2' });
  await stream.find('project', 'updated', project);
  await ada.delete(`/v1/projects/${project}`);
  await stream.find('project', 'deleted', project);
  // Counting tags and records is no change of its own: the lists that show the counts refetch anyway.
  const ofTag = stream.changes().filter(({ type, action }) => type === 'tag' && action === 'updated');
  expect(ofTag).toHaveLength(1);
  stream.close();
});

test('the page of a call learns that it was scheduled, that the participant has come, and that it is over', async () => {
  const project = await newProject();
  const stream = await openStream(await signIn('ada@example.com'));
  const start = new Date(parley.clock.now().getTime() + 600_000);
  const testId = await publishLiveInterview(ada, project, [start], null);
  const { id, participant } = await bookCall(parley, ada, testId, start);
  expect(await stream.find('session', 'created', id)).toMatchObject({ project_id: project });
  const updates = () =>
    stream.changes().filter((change) => change.type === 'session' && change.action === 'updated').length;
  expect(updates()).toBe(0);
  expect((await participant.post('/join', {})).status).toBe(200);
  await stream.find('session', 'updated', id);
  const before = updates();
  await ada.post(`/v1/engage/sessions/${id}/complete`);
  await until(() => updates() > before, 'the end of the call');
  stream.close();
});

test('a browser that lost the connection gets what it missed, and nothing that it has', async () => {
  const project = await newProject();
  const cookie = await signIn('ada@example.com');
  const stream = await openStream(cookie);
  const first = await newCard(project);
  await stream.find('card', 'created', first.id);
  const position = await until(() => stream.lastId(), 'a position');
  stream.close();
  await stream.done;
  const missed = await newCard(project);
  const again = await openStream(cookie, position);
  await again.find('card', 'created', missed.id);
  expect(again.changes().map(({ id }) => id)).not.toContain(first.id);
  again.close();
});

test('a change that is committed after younger ones is not skipped', async () => {
  const project = await newProject();
  const cookie = await signIn('ada@example.com');
  const stream = await openStream(cookie);
  const [late, early] = await Promise.all([newCard(project), newCard(project)]);
  await stream.find('card', 'created', late.id);
  await stream.find('card', 'created', early.id);
  const holding = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const slow = parley.db.transaction(async (tx) => {
    await tx.query(sql`update cards set title = 'late' where id = ${late.id}`);
    began.resolve();
    await holding.promise;
  });
  await began.promise;
  await parley.db.query(sql`update cards set title = 'early' where id = ${early.id}`);
  await stream.find('card', 'updated', early.id);
  // The connection is lost while the older transaction is open: its change is announced after the reconnection.
  const position = stream.lastId() as string;
  stream.close();
  holding.resolve();
  await slow;
  const again = await openStream(cookie, position);
  await again.find('card', 'updated', late.id);
  again.close();
});

test('a position that is unknown, forged or too old is answered with a reset', async () => {
  const cookie = await signIn('ada@example.com');
  const known = (await openStream(cookie)).lastId() as string;
  const [epoch, seconds, snapshot] = known.split('.') as [string, string, string];
  for (const position of [
    'nonsense',
    `${epoch}.${Number(seconds) - 4_000}.${snapshot}`,
    `${epoch}.${seconds}.9:3:`,
    `0123456789ab-1.${seconds}.${snapshot}`,
  ]) {
    const stream = await openStream(cookie, position);
    expect(stream.events[0]).toMatchObject({ event: 'reset', id: expect.any(String) });
    stream.close();
  }
});

test('only what the viewer may see is sent, and access that ends stops the flow', async () => {
  const stream = await openStream(await signIn('ben@example.com'));
  const secret = await newProject({ visibility: 'private' });
  const hidden = await newCard(secret);
  const shared = await newProject();
  const shown = await newCard(shared);
  await stream.find('card', 'created', shown.id);
  // A project that is shared appears, and one that is no longer shared disappears.
  await ada.patch(`/v1/projects/${secret}`, { member_ids: [ben.user_id] });
  await stream.find('project', 'created', secret);
  await ada.patch(`/v1/projects/${secret}`, { member_ids: [] });
  await stream.find('project', 'deleted', secret);
  const later = await newCard(secret);
  const end = await newCard(shared);
  await stream.find('card', 'created', end.id);
  const ids = stream.changes().map(({ id }) => id);
  expect(ids).not.toContain(hidden.id);
  expect(ids).not.toContain(later.id);
  const stranger = await parley.account({ email: 'eve@example.com' });
  const theirs = (await stranger.post('/v1/projects', { name: 'Elsewhere', visibility: 'workspace' })).body
    .data.id;
  const last = await newCard(shared);
  await stream.find('card', 'created', last.id);
  expect(stream.changes().map(({ project_id }) => project_id)).not.toContain(theirs);
  stream.close();
});

test('a sign-out ends the streams of the user', async () => {
  const cookie = await signIn('ben@example.com');
  const stream = await openStream(cookie);
  await parley.db.query(sql`delete from sign_ins where user_id = ${ben.user_id}`);
  await stream.done;
  expect((await fetch(`${other.url}/app/v1/stream`, { headers: { cookie } })).status).toBe(401);
});

test('a change in the batch of the sign-out is not sent', async () => {
  const project = await newProject();
  const stream = await openStream(await signIn('ben@example.com'));
  const changed = newId('project', Date.now());
  await parley.db.transaction(async (tx) => {
    await tx.query(sql`delete from sign_ins where user_id = ${ben.user_id}`);
    await tx.query(sql`
      insert into changes (workspace_id, project_id, type, action, record_ids)
      select ${ben.workspace_id}, ${project}, 'project', 'updated', array[${changed}]`);
  });
  await stream.done;
  expect(JSON.stringify(stream.changes())).not.toContain(changed);
});

test('a sign-out among more changes than one batch has also ends the streams', async () => {
  const stream = await openStream(await signIn('ben@example.com'));
  await parley.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into changes (workspace_id, type, action, record_ids)
      select ${ben.workspace_id}, 'project', 'updated', '{}' from generate_series(1, 1001)`);
    await tx.query(sql`delete from sign_ins where user_id = ${ben.user_id}`);
  });
  await stream.done;
  expect(stream.events.at(-1)?.event).toBe('reset');
});

test('one statement that changes many records is one change', async () => {
  const project = await newProject();
  const stream = await openStream(await signIn('ada@example.com'));
  await parley.db.query(sql`
    insert into tags (id, project_id, name, name_key, color, source, created_at, updated_at)
    select 'tag_' || lpad(n::text, 26, '0'), ${project}, 'Tag ' || n, 'tag ' || n, 'blue', 'manual', now(), now()
      from generate_series(1, 300) n`);
  const change = await stream.find('tag', 'created');
  expect(change).toMatchObject({ id: null, project_id: project, actor: null });
  stream.close();
});

test('more than 1,000 changes at once are a reset, and 1,000 are not', async () => {
  const stream = await openStream(await signIn('ada@example.com'));
  const project = await newProject();
  const change = (count: number, type: string) =>
    parley.db.query(sql`
      insert into changes (workspace_id, project_id, type, action, record_ids)
      select ${ada.workspace_id}, ${project}, ${type}, 'updated', array['rec_' || n]
        from generate_series(1, ${count}::integer) n`);
  // The project is not one of the changes that come at once.
  await stream.find('project', 'created', project);
  await change(1_000, 'note');
  await until(() => stream.changes().filter(({ type }) => type === 'note').length === 1_000, '1,000 changes');
  expect(stream.events.some(({ event }) => event === 'reset')).toBe(false);
  await change(1_001, 'tag');
  await until(() => stream.events.some(({ event }) => event === 'reset'), 'the reset');
  expect(stream.changes().some(({ type, project_id }) => type === 'tag' && project_id === project)).toBe(
    false,
  );
  stream.close();
});

test('a stream ends when 100 batches wait for its browser, and the browser gets those', async () => {
  const registry = new Registry();
  // Every poll returns a batch, even without changes.
  const hub = createLiveHub({ db: parley.db, log: createLog('silent'), registry, pollMs: 1, idleMs: 0 });
  const stream = await hub.open({ user_id: ada.user_id, workspace_id: ada.workspace_id });
  const open = async () => (await registry.getSingleMetric('parley_live_streams')?.get())?.values[0]?.value;
  expect(await open()).toBe(1);
  await until(async () => (await open()) === 0, 'the end of the stream');
  let batches = 0;
  while (await stream?.next()) batches++;
  expect(batches).toBe(100);
  hub.close();
});

test('changes are deleted after an hour', async () => {
  const project = await newProject();
  await newCard(project);
  await parley.db.query(
    sql`update changes set at = at - interval '2 hours' where project_id = ${project} and type = 'card'`,
  );
  await pruneChanges(parley.db, 3_600);
  const rows = await parley.db.query<{ type: string }>(
    sql`select type from changes where project_id = ${project}`,
  );
  expect(rows.map(({ type }) => type)).toEqual(['project']);
});

test('the stream is for signed-in browsers', async () => {
  expect((await fetch(`${other.url}/app/v1/stream`)).status).toBe(401);
  const headers = { authorization: `Bearer ${ada.key}` };
  expect((await fetch(`${other.url}/v1/stream`, { headers })).status).toBe(404);
});
