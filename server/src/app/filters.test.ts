import { beforeAll, describe, expect, test } from 'vitest';
import { expectFault } from '../../test/faults.ts';
import type { Account } from '../../test/harness.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';
import { documentKeyword } from '../http/schema.ts';

/** List filters: several values, and records that the caller cannot see (spec §1.9). */

const parley = useParley();
const ada = useAccount(parley);
let projectId: string;
beforeAll(async () => {
  projectId = await create(ada, '/v1/projects', { name: 'Checkout' });
});

const create = async (account: Account, path: string, body: object): Promise<string> =>
  (await account.post(path, body)).body.data.id;
const under = <const Path extends string>(path: Path) => `/v1/projects/${projectId}/${path}` as const;
const ids = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id).sort();

describe('a filter with several values', () => {
  test('finds rows that match any of the values, and pages through them with a cursor', async () => {
    const [archived, active] = [
      await create(ada, '/v1/projects', { name: 'Old' }),
      await create(ada, '/v1/projects', { name: 'New' }),
    ];
    await ada.patch(`/v1/projects/${archived}`, { status: 'archived' });
    expect(ids(await ada.get('/v1/projects?status=archived'))).toEqual([archived]);
    expect(ids(await ada.get('/v1/projects?status=archived,active'))).toEqual(
      [archived, active, projectId].sort(),
    );
    const first = await ada.get('/v1/projects?status=archived,active&limit=2');
    const cursor = first.body.meta.next_cursor;
    const rest = await ada.get(`/v1/projects?status=archived,active&limit=2&cursor=${cursor}`);
    expect([...ids(first), ...ids(rest)].sort()).toEqual([archived, active, projectId].sort());
    expectFault(await ada.get(`/v1/projects?status=archived&cursor=${cursor}`), 'cursor');
  });

  test('accepts ids of records', async () => {
    const [price, speed] = [
      await create(ada, under('tags'), { name: 'Price' }),
      await create(ada, under('tags'), { name: 'Speed' }),
    ];
    const cheap = await create(ada, under('notes'), { body: 'Cheap', tag_ids: [price] });
    const slow = await create(ada, under('notes'), { body: 'Slow', tag_ids: [speed] });
    await create(ada, under('notes'), { body: 'Neither' });
    expect(ids(await ada.get(under(`notes?tag_id=${price}`)))).toEqual([cheap]);
    expect(ids(await ada.get(under(`notes?tag_id=${price},${speed}`)))).toEqual([cheap, slow].sort());
    expect((await ada.get(under(`taggings?tag_id=${price},${speed}`))).body.data).toHaveLength(2);
  });

  test('orders cards of several lanes by lane', async () => {
    const lanes = (await ada.get(under('lanes'))).body.data.map(({ id }) => id);
    const last = await create(ada, under('cards'), { title: 'In the last lane', lane_id: lanes[3] });
    const first = await create(ada, under('cards'), { title: 'In the first lane', lane_id: lanes[0] });
    await create(ada, under('cards'), { title: 'Elsewhere', lane_id: lanes[1] });
    const { body } = await ada.get(under(`cards?lane_id=${lanes[3]},${lanes[0]}`));
    expect(body.data.map(({ id }) => id)).toEqual([first, last]);
  });

  test('returns 404 for an unknown target of taggings and an empty list for one without taggings', async () => {
    const [tagged, plain] = [
      await create(ada, under('notes'), {
        body: 'Tagged',
        tag_ids: [await create(ada, under('tags'), { name: 'T' })],
      }),
      await create(ada, under('notes'), { body: 'Plain' }),
    ];
    const list = (ids: string) => ada.get(under(`taggings?target_id=${ids}`));
    expect((await list(`${tagged},${plain}`)).body.data).toHaveLength(1);
    expect((await ada.get(under(`taggings?target_id=${tagged}&status=rejected`))).body.data).toEqual([]);
    expect((await list(plain)).body.data).toEqual([]);
    expect((await list('x_nope')).status).toBe(404);
    expect((await list(`${plain},note_01k9p3v7e8r5ys1q2w4x6z8abc`)).status).toBe(404);
  });

  test('returns 404 for an unknown event of deliveries and an empty list for one without deliveries', async () => {
    await create(ada, '/v1/projects', { name: 'Before the webhook' });
    const [{ id: event }] = (await ada.get('/v1/events')).body.data;
    const webhook = await create(ada, '/v1/webhooks', {
      url: 'http://127.0.0.1:9/hook',
      events: ['tag.created'],
    });
    const test = (await ada.post(`/v1/webhooks/${webhook}/test`, {})).body.data;
    const list = (query: string) => ada.get(`/v1/webhooks/${webhook}/deliveries?event_id=${query}`);
    expect(ids(await list(test.event_id))).toEqual([test.id]);
    expect(ids(await list(`${test.event_id}&status=succeeded`))).toEqual([]);
    expect(ids(await list(event))).toEqual([]);
    expect((await list('evt_nope')).status).toBe(404);
    const bob = await parley.account();
    await create(bob, '/v1/projects', { name: 'Elsewhere' });
    const [{ id: foreign }] = (await bob.get('/v1/events')).body.data;
    expect((await list(foreign)).status).toBe(404);
  });

  test('finds pending and finished deliveries', async () => {
    const webhook = await create(ada, '/v1/webhooks', {
      url: 'http://127.0.0.1:9/hook',
      events: ['tag.created'],
    });
    const delivery = await create(ada, `/v1/webhooks/${webhook}/test`, {});
    const list = (query: string) => ada.get(`/v1/webhooks/${webhook}/deliveries?${query}`);
    expect(ids(await list('status=pending,failed'))).toEqual([delivery]);
    expect(ids(await list('status=succeeded,failed,skipped'))).toEqual([]);
    expect(ids(await list('event_type=tag.created,project.created'))).toEqual(ids(await list('limit=100')));
  });

  test.each([
    ['status=active,gone', 'status'],
    ['status=active,', 'status'],
    ['status=', 'status'],
    ['status=active;archived', 'status'],
  ])('refuses %s, in words', async (query, field) => {
    const answer = await ada.get(`/v1/projects?${query}`);
    expectFault(answer, field);
    expect(answer.body.error.details[0].message).toBe(
      'Use one of: active, archived; or several, separated by commas.',
    );
  });
});

describe('a filter that names a record', () => {
  let theirs: Record<string, string>;
  let stranger: Account;

  beforeAll(async () => {
    const project = await create(ada, '/v1/projects', { name: 'Private' });
    const inIt = (plural: string, body: object) => create(ada, `/v1/projects/${project}/${plural}`, body);
    theirs = {
      project_id: project,
      file_id: await inIt('files', { name: 'a.txt', text: 'Words.' }),
      tag_id: await inIt('tags', { name: 'Price' }),
      lane_id: (await ada.get(`/v1/projects/${project}/lanes`)).body.data[0].id,
    };
    stranger = await parley.account();
  });

  const lists = [
    ['jobs', 'project_id'],
    ['events', 'project_id'],
    ['search', 'project_id'],
    ['notes', 'file_id'],
    ['clips', 'file_id'],
    ['reports', 'file_id'],
    ['taggings', 'file_id'],
    ['files', 'tag_id'],
    ['notes', 'tag_id'],
    ['cards', 'lane_id'],
  ] as const;

  test.each(lists)('returns 404 for a record of another workspace: %s by %s', async (list, filter) => {
    const own = await create(stranger, '/v1/projects', { name: 'Mine' });
    const answer = await stranger.get(pathOf(own, list, `${filter}=${theirs[filter]}`));
    expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
  });

  test.each(lists)('returns 403 for a record of a private project: %s by %s', async (list, filter) => {
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const own = await create(colleague, '/v1/projects', { name: 'Mine' });
    const answer = await colleague.get(pathOf(own, list, `${filter}=${theirs[filter]}`));
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'forbidden']);
  });

  test.each(lists)('checks each of several values: %s by %s', async (list, filter) => {
    const visible = await ada.get(pathOf(projectId, list, `${filter}=${theirs[filter]}`));
    expect(visible.status).toBe(200);
    const unknown = (theirs[filter] as string).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const answer = await ada.get(pathOf(projectId, list, `${filter}=${theirs[filter]},${unknown}`));
    expect(answer.status).toBe(404);
  });

  test('accepts a deleted project in the list of events', async () => {
    const gone = await create(ada, '/v1/projects', { name: 'Gone' });
    await ada.delete(`/v1/projects/${gone}`);
    const { body } = await ada.get(`/v1/events?project_id=${gone}`);
    const types = body.data.map((event: { type: string }) => event.type);
    expect(types.sort()).toEqual(['project.created', 'project.deleted']);
    expect((await ada.get(`/v1/search?q=a&project_id=${gone}`)).status).toBe(404);
  });

  const pathOf = (project: string, list: string, query: string) =>
    list === 'search'
      ? `/v1/search?q=words&${query}`
      : ['jobs', 'events'].includes(list)
        ? `/v1/${list}?${query}`
        : `/v1/projects/${project}/${list}?${query}`;
});

describe('messages', () => {
  test('say what to write instead of showing a regular expression', async () => {
    const { body } = await ada.post('/v1/projects', { name: 'A name', language: 'English please' });
    expect(body.error.details).toEqual([
      { field: 'language', message: 'Use a language code such as en or pt-BR.' },
    ]);
  });

  test('exist for every pattern of every route', () => {
    const without: string[] = [];
    const visit = (node: unknown, where: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { pattern, 'x-message': message } = node as Record<string, unknown>;
      if (typeof pattern === 'string' && typeof message !== 'string') without.push(where);
      // These patterns are only documentation; the service checks the value and explains the fault.
      for (const [key, child] of Object.entries(node))
        if (key !== documentKeyword) visit(child, `${where}.${key}`);
    };
    for (const { operationId, query, params, body } of parley.routes)
      visit({ query, params, body }, operationId);
    expect(without).toEqual([]);
  });

  test('name path parameters in snake_case', async () => {
    expectFault(await ada.post(`/v1/projects/${projectId}/restore`), 'project_id');
    const { body } = await ada.get('/v1/automations/samples/nothing');
    expect(body.error.details[0].field).toBe('event');
  });
});
