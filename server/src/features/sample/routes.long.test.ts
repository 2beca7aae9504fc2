import { beforeAll, expect, test } from 'vitest';
import { type Account, until } from '../../../test/harness.ts';
import { useAccount, useParley } from '../../../test/use-parley.ts';
import { sql } from '../../platform/database/index.ts';
import { beginSignIn, signInHeaders } from '../identity/sign-in/index.ts';
import { groceryStudy } from './grocery-study.ts';

/** Adding the project takes much computing time. */
const addingMs = 160_000;

const parley = useParley({ work: true });
const ada = useAccount(parley);
let headers: Record<string, string>;
beforeAll(async () => {
  headers = await browserOf(ada);
});

const browserOf = async ({ user_id }: Account) =>
  signInHeaders(parley.config.publicUrl, await beginSignIn(parley.db, user_id, parley.clock.now()));
const get = (as = headers) => parley.request('GET', '/app/v1/sample_project', { headers: as });
const post = (as = headers) => parley.request('POST', '/app/v1/sample_project', { headers: as });
const projects = async () => (await ada.get('/v1/projects')).body.data;
const state = async () => (await get()).body.data;

test('reports the sample project as absent at first, and programs have no such route', async () => {
  expect((await get()).body.data).toEqual({ status: 'absent', project_id: null, progress: 0 });
  expect(await projects()).toEqual([]);
  expect((await ada.get('/v1/sample_project')).status).toBe(404);
  expect((await get({})).status).toBe(401);
});

test('returns 403 for a viewer', async () => {
  const viewer = await parley.account({ role: 'viewer', workspace_id: ada.workspace_id });
  expect((await post(await browserOf(viewer))).status).toBe(403);
});

test('two requests at once add one project, with everything in it', async () => {
  const answers = await Promise.all([post(), post()]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(answers.map(({ body }) => body.data.status)).toEqual(['adding', 'adding']);
  await until(async () => (await state()).status === 'ready', 'the sample project', addingMs);
  const [project, ...others] = await projects();
  expect(others).toEqual([]);
  expect((await get()).body.data).toEqual({ status: 'ready', project_id: project.id, progress: 100 });
  expect(project).toMatchObject({
    name: groceryStudy.name,
    metadata: { sample: 'true' },
    file_count: groceryStudy.interviews.length,
    tag_count: groceryStudy.tags.length,
    clip_count: groceryStudy.clips.length,
    report_count: 1,
  });
});

test('leaves no sign-in behind', async () => {
  const rows = await parley.db.query(sql`select 1 from sign_ins where user_id = ${ada.user_id}`);
  expect(rows).toHaveLength(1); // the one of this test
});

test('a request while it is there changes nothing; after its deletion, it can be added again', async () => {
  expect((await post()).body.data.status).toBe('ready');
  const [project] = await projects();
  await ada.delete(`/v1/projects/${project.id}`);
  expect((await get()).body.data).toMatchObject({ status: 'absent', project_id: null });
  expect((await post()).body.data.status).toBe('adding');
  await until(async () => (await state()).project_id !== null, 'the new project', addingMs);

  // Removed while it is being filled: it does not come back.
  const { project_id } = (await get()).body.data;
  expect(project_id).not.toBe(project.id);
  await ada.delete(`/v1/projects/${project_id}`);
  await until(async () => (await state()).status === 'absent', 'the end of the task', addingMs);
  expect(await projects()).toEqual([]);
});
