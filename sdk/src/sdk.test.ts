import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useAccount, useParley } from '../../server/test/use-parley.ts';
import { createParley, items, type ParleyClient, ParleyError, unwrap, verifyWebhook } from './index.ts';

const server = useParley();
const ada = useAccount(server);
let parley: ParleyClient;
beforeAll(async () => {
  parley = createParley({ apiKey: ada.key, baseUrl: `${server.url}/` });
});

describe('the client', () => {
  test('creates and reads a project with the types of the OpenAPI document', async () => {
    const created = unwrap(await parley.POST('/v1/projects', { body: { name: 'From the SDK' } }));
    const read = unwrap(
      await parley.GET('/v1/projects/{projectId}', { params: { path: { projectId: created.data.data.id } } }),
    );
    expect(read.data.data.name).toBe('From the SDK');
  });

  test('iterates over every item of a list, page by page', async () => {
    const bob = await server.account();
    const client = createParley({ apiKey: bob.key, baseUrl: server.url });
    for (let i = 0; i < 7; i++) await bob.post('/v1/projects', { name: `Project ${i}` });
    const listed = [];
    for await (const { name } of client.list('/v1/projects', {
      params: { query: { limit: 3, sort: 'name' } },
    }))
      listed.push(name);
    expect(listed).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => `Project ${i}`));
    const names = [];
    const page = (cursor?: string) =>
      client.GET('/v1/projects', { params: { query: { cursor, limit: 3, sort: 'name' } } });
    for await (const project of items(page)) names.push(project.name);
    expect(names).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => `Project ${i}`));
  });

  test('unwrap throws an error response as a ParleyError with its code, details and request id', async () => {
    const answer = await parley.POST('/v1/projects', { body: { name: '' } });
    const thrown = (() => {
      try {
        unwrap(answer);
      } catch (error) {
        return error as ParleyError;
      }
    })();
    expect(thrown).toBeInstanceOf(ParleyError);
    expect(thrown).toMatchObject({
      code: 'validation_failed',
      status: 422,
      requestId: expect.stringMatching(/^req_/),
    });
    expect(thrown?.details[0]?.field).toBe('name');
  });

  test('retries a POST whose response was lost, and the server runs it once', async () => {
    const carol = await server.account();
    let tries = 0;
    const client = createParley({
      apiKey: carol.key,
      baseUrl: server.url,
      wait: async () => {},
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (++tries === 1) throw new TypeError('The connection was lost after the server had responded.');
        return response;
      },
    });
    const { response } = unwrap(await client.POST('/v1/projects', { body: { name: 'Once' } }));
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    expect((await carol.get('/v1/projects')).body.data).toHaveLength(1);
  });

  test('waits as long as Retry-After says, then succeeds', async () => {
    const waited: number[] = [];
    let tries = 0;
    const client = createParley({
      apiKey: ada.key,
      baseUrl: server.url,
      wait: async (ms) => void waited.push(ms),
      fetch: async (input, init) =>
        ++tries === 1
          ? new Response('{}', { status: 429, headers: { 'Retry-After': '7' } })
          : fetch(input, init),
    });
    expect((await client.GET('/v1/me')).data?.data.email).toBeDefined();
    expect(waited).toEqual([7000]);
  });
});

describe('verifyWebhook', () => {
  const secret = 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3I=';
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'project.created',
    created_at: '2026-11-15T09:30:00.000Z',
    data: { name: 'é' },
  });
  const sign = (t: number, key = secret) => createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
  const t = 1_794_735_000;
  const nowMs = t * 1000;

  test('accepts a body that was signed with the secret, even while the secret is being rotated', async () => {
    expect((await verifyWebhook({ body, secret, nowMs, signature: `t=${t}, v1=${sign(t)}` })).id).toBe(
      'evt_1',
    );
    const rotated = `t=${t}, v1=${sign(t, 'whsec_new')}, v1=${sign(t)}`;
    expect((await verifyWebhook({ body: Buffer.from(body), secret, nowMs, signature: rotated })).type).toBe(
      'project.created',
    );
  });

  test.each([
    ['another secret', `t=${t}, v1=${sign(t, 'whsec_other')}`],
    ['a changed time', `t=${t + 1}, v1=${sign(t)}`],
    ['an old signature', `t=${t - 400}, v1=${sign(t - 400)}`],
    ['a signature from the future', `t=${t + 400}, v1=${sign(t + 400)}`],
    ['no signature', undefined],
    ['garbage', 'v1=zz'],
  ])('rejects %s', async (_what, signature) => {
    await expect(verifyWebhook({ body, secret, nowMs, signature })).rejects.toThrow(/signature/);
  });
});
