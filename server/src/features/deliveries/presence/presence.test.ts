import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { giveTestPassword, testPassword } from '../../../../test/signed-in.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { forgetClosedPages } from './store.ts';

const clock = createTestClock();
const parley = useParley({ clock });
const other = useParley(() => ({ sameDatabaseAs: parley, clock }));
const ada = useAccount(parley, { email: 'ada@example.com', name: 'Ada' });
const ben = useAccount(parley, () => ({
  email: 'ben@example.com',
  name: 'Ben',
  workspace_id: ada.workspace_id,
}));
const eve = useAccount(parley, { email: 'eve@example.com', name: 'Eve' });
const cookies = new Map<string, string>();

beforeAll(async () => {
  for (const [email, { user_id }] of [
    ['ada@example.com', ada],
    ['ben@example.com', ben],
    ['eve@example.com', eve],
  ] as const) {
    await giveTestPassword(parley, user_id);
    const response = await parley.request('POST', '/app/sign-in', {
      body: { email, password: testPassword },
      headers: { origin: parley.url },
    });
    cookies.set(user_id, (response.headers.getSetCookie()[0] ?? '').split(';')[0] as string);
  }
});

const send = (node: typeof parley, user: string, method: string, path: string, body?: object) =>
  node.request(method, `/app/v1${path}`, {
    ...(body && { body }),
    headers: { origin: node.url, cookie: cookies.get(user) ?? '' },
  });
async function onPage(
  who: { user_id: string },
  project: string,
  page = 'board',
  tab = 'tab-00001',
  node = parley,
) {
  const path = `/projects/${project}/presence/${tab}`;
  const response = await send(node, who.user_id, 'PUT', path, { page });
  const body = response.body as unknown as { data: { id: string; name: string }[] };
  return { status: response.status, names: body.data?.map(({ name }) => name) };
}
const newProject = async (body: object = {}): Promise<string> =>
  (await ada.post('/v1/projects', { name: 'Study', visibility: 'workspace', ...body })).body.data.id;
const changes = async (project: string) =>
  (
    await parley.db.query<{ action: string }>(
      sql`select action from changes where project_id = ${project} and type = 'presence' order by transaction_id, id`,
    )
  ).map(({ action }) => action);

test('lists the other members on a page across nodes, but neither oneself nor members on other pages', async () => {
  const project = await newProject();
  expect(await onPage(ada, project)).toEqual({ status: 200, names: [] });
  expect((await onPage(ben, project, 'board', 'tab-00002', other)).names).toEqual(['Ada']);
  // A second tab of the same person is the same person.
  await onPage(ben, project, 'board', 'tab-00003');
  expect((await onPage(ada, project)).names).toEqual(['Ben']);
  expect((await onPage(ada, project, 'files/fil_1')).names).toEqual([]);
  expect((await onPage(ben, project, 'board', 'tab-00002')).names).toEqual([]);
});

test('a tab is announced to others when it comes and goes, and not while it stays', async () => {
  const project = await newProject();
  await onPage(ada, project);
  await onPage(ada, project);
  expect(await changes(project)).toEqual(['created']);
  await send(parley, ada.user_id, 'DELETE', `/projects/${project}/presence/tab-00001`);
  expect(await changes(project)).toEqual(['created', 'deleted']);
  expect((await onPage(ben, project)).names).toEqual([]);
});

test('a tab that shows another project already is not removed by the late message that it left the first one', async () => {
  const [first, second] = [await newProject(), await newProject()];
  await onPage(ada, first);
  await onPage(ada, second);
  await send(parley, ada.user_id, 'DELETE', `/projects/${first}/presence/tab-00001`);
  expect((await onPage(ben, second)).names).toEqual(['Ada']);
});

test('does not remove the tab of another member', async () => {
  const project = await newProject();
  await onPage(ada, project, 'board', 'tab-00009');
  await send(parley, ben.user_id, 'DELETE', `/projects/${project}/presence/tab-00009`);
  expect((await onPage(ben, project)).names).toEqual(['Ada']);
});

test('a member whose access is removed is gone at once, and reads nothing more', async () => {
  const project = await newProject({ visibility: 'private', member_ids: [ben.user_id] });
  await onPage(ben, project);
  expect((await onPage(ada, project)).names).toEqual(['Ben']);
  await ada.patch(`/v1/projects/${project}`, { member_ids: [] });
  expect((await onPage(ada, project)).names).toEqual([]);
  expect((await onPage(ben, project)).status).toBe(403);
});

test('a stranger gets 404, and a page that is no page 422', async () => {
  const project = await newProject();
  expect((await onPage(eve, project)).status).toBe(404);
  expect((await onPage(ada, project, '../etc')).status).toBe(422);
  expect((await onPage(ada, project, 'board', 'x')).status).toBe(422);
  const headers = { authorization: `Bearer ${ada.key}` };
  const withKey = await parley.request('PUT', `/v1/projects/${project}/presence/tab-00001`, {
    headers,
    body: {},
  });
  expect(withKey.status).toBe(404);
});

test('removes a tab that is silent for a minute, and sends a live change', async () => {
  const project = await newProject();
  await onPage(ada, project);
  clock.advance(61_000);
  expect((await onPage(ben, project)).names).toEqual([]);
  await forgetClosedPages(parley.db, clock.now());
  expect(await changes(project)).toEqual(['created', 'created', 'deleted']);
});

test('no more than 20 tabs of one member are remembered', async () => {
  const project = await newProject();
  for (let tab = 10; tab < 35; tab++) await onPage(ada, project, 'board', `many-tabs-${tab}`);
  const [row] = await parley.db.query<{ n: number }>(
    sql`select count(*)::integer as n from presences where user_id = ${ada.user_id}`,
  );
  expect(row?.n).toBe(20);
});
