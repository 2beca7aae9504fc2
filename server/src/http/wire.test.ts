import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectFault } from '../../test/faults.ts';
import {
  type Account,
  createTestClock,
  startParley,
  type TestParley,
  type TestResponse,
} from '../../test/harness.ts';
import { publishTest } from '../../test/participant-link.ts';
import { createLocator } from './location.ts';

/** Rules for every route (spec §1.1, §1.2, §1.11, §1.12). */

const clock = createTestClock();
let parley: TestParley;
let ada: Account;
let projectId: string;

beforeAll(async () => {
  parley = await startParley({ clock });
  ada = await parley.account();
  projectId = (await ada.post('/v1/projects', { name: 'Checkout' })).body.data.id;
});
afterAll(() => parley.stop());

const getIf = <const Path extends string>(path: Path, tag: string) =>
  ada.request('GET', path, { headers: { 'if-none-match': tag } });

describe('a trailing slash', () => {
  test('ignores a trailing slash, without a redirect', async () => {
    const plain = await ada.get(`/v1/projects/${projectId}`);
    const slashed = await ada.get(`/v1/projects/${projectId}/`);
    expect(slashed.status).toBe(200);
    expect(slashed.body).toEqual(plain.body);
    expect((await ada.get('/v1/projects/?limit=1')).status).toBe(200);
    expect((await parley.request('GET', '/v1/projects/')).status).toBe(401);
  });

  test('ignores a trailing slash in the path of an Idempotency-Key', async () => {
    const header = { 'idempotency-key': 'with and without a slash' };
    const first = await ada.post('/v1/projects', { name: 'Once' }, header);
    const second = await ada.post('/v1/projects/', { name: 'Once' }, header);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('WWW-Authenticate', () => {
  test('sends WWW-Authenticate with every 401, for a known path, an unknown path and an unknown method', async () => {
    for (const [method, path] of [
      ['GET', '/v1/me'],
      ['GET', '/v1/nothing'],
      ['POST', '/v1/me'],
    ] as const) {
      const answer = await parley.request(method, path);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });
});

describe('Location', () => {
  test('sends the path of the created record as Location, even when the response is replayed', async () => {
    const header = { 'idempotency-key': 'a tag' };
    const created = await ada.post(`/v1/projects/${projectId}/tags`, { name: 'Price' }, header);
    const location = created.headers.get('location') as `/v1/tags/${string}`;
    expect(location).toBe(`/v1/tags/${created.body.data.id}`);
    expect((await ada.get(location)).body.data.name).toBe('Price');
    const replayed = await ada.post(`/v1/projects/${projectId}/tags`, { name: 'Price' }, header);
    expect(replayed.headers.get('location')).toBe(location);
    const refusedAndReplayed = await ada.post(`/v1/projects/${projectId}/tags`, {}, header);
    expect(refusedAndReplayed.headers.get('location')).toBe(location);
  });

  test('returns 200 at the Location of every route that creates a record', async () => {
    const inProject = (plural: string) => `/v1/projects/${projectId}/${plural}`;
    const segments = [{ speaker: 'Ada', start_seconds: 0, end_seconds: 4, text: 'It is slow.' }];
    const webhook = { url: 'http://127.0.0.1:9/a', events: ['tag.created'] };
    const { body } = await ada.post('/v1/webhooks', webhook);
    for (const [path, given] of [
      ['/v1/projects', { name: 'Another' }],
      [inProject('files'), { name: 'A talk', transcript: { segments } }],
      [inProject('tags'), { name: 'Speed' }],
      [inProject('notes'), { body: 'A note' }],
      [inProject('lanes'), { name: 'Parked' }],
      [inProject('cards'), { title: 'A card' }],
      [inProject('tests'), { name: 'A test', type: 'survey' }],
      ['/v1/webhooks', webhook],
      [`/v1/webhooks/${body.data.id}/test`, {}],
      ['/v1/automations/hooks', { event: 'tag.created', target_url: 'http://127.0.0.1:9/b' }],
    ] as const) {
      const created = await ada.post(path, given);
      expect({ path, status: created.status }).toEqual({ path, status: 201 });
      const read = await ada.get(created.headers.get('location') ?? 'no Location');
      expect({ path, id: read.body.data.id }).toEqual({ path, id: created.body.data.id });
    }
  });

  test('knows the Location for every route that creates a record or a job', () => {
    const locate = createLocator('/v1', parley.routes);
    for (const { operationId, status, data, appOnly, path } of parley.routes) {
      if (status === 200 || appOnly) continue;
      const { id } = (data as { properties?: Record<string, { examples: string[] }> }).properties ?? {};
      const request = {
        params: { webhookId: 'whk_1' },
        routeOptions: { url: `/v1${path.replace(/\{(\w+)\}/g, ':$1')}` },
        url: '/v1/the/list',
      } as unknown as FastifyRequest;
      const body = id ? `{"data":{"id":"${id.examples[0]}"}}` : '{"data":[]}';
      expect({ operationId, location: locate(body, request) }).toEqual({
        operationId,
        location: id ? expect.stringMatching(new RegExp(`^/v1/[\\w/]+/${id.examples[0]}$`)) : '/v1/the/list',
      });
    }
  });

  test('sends the job as Location with 202, and the list after several records were created', async () => {
    const segments = [{ speaker: 'Ada', start_seconds: 0, end_seconds: 4, text: 'It is slow.' }];
    await ada.post(`/v1/projects/${projectId}/files`, { name: 'A talk', transcript: { segments } });
    const accepted = await ada.post(`/v1/projects/${projectId}/sentiment`, {});
    expect(accepted.headers.get('location')).toBe(`/v1/jobs/${accepted.body.data.id}`);
    const { id } = await publishTest(ada, projectId, { questions: [{ type: 'open', text: 'Why?' }] });
    const list = `/v1/engage/tests/${id}/invitations`;
    const invited = await ada.post(list, { participants: [{ email: 'grace@example.com' }] });
    expect(invited.headers.get('location')).toBe(list);
  });

  test('sends no Location with a response that created nothing', async () => {
    expect((await ada.get(`/v1/projects/${projectId}`)).headers.get('location')).toBeNull();
    expect((await ada.post('/v1/projects', {})).headers.get('location')).toBeNull();
  });
});

describe('ETag', () => {
  test('sends the same ETag while a record is unchanged, and If-None-Match with it returns 304 without a body', async () => {
    const path = `/v1/projects/${projectId}` as const;
    const tag = (await ada.get(path)).headers.get('etag') as string;
    expect(tag).toMatch(/^W\/"[\w-]{20,}"$/);
    for (const given of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const answer = await getIf(path, given);
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', tag]);
      expect(answer.headers.get('content-type')).toBeNull();
      expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull();
    }
    expect((await getIf(path, '"other"')).status).toBe(200);
    await ada.patch(path, { description: 'Changed' });
    const changed = await getIf(path, tag);
    expect([changed.status, changed.body.data.description]).toEqual([200, 'Changed']);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  test('lets a client store single reads, and only for the key that read them', async () => {
    const single = await ada.get(`/v1/projects/${projectId}`);
    expect(single.headers.get('cache-control')).toBe('private, no-cache');
    expect(single.headers.get('vary')?.toLowerCase()).toContain('authorization');
    const list = await ada.get('/v1/projects');
    expect([list.headers.get('cache-control'), list.headers.get('etag')]).toEqual(['no-store', null]);
  });

  test('ignores the signature of links in the ETag of a file, and changes the ETag before they expire', async () => {
    clock.set(new Date(Math.ceil(clock.now().getTime() / 3_600_000) * 3_600_000));
    const created = await ada.post(`/v1/projects/${projectId}/files`, { name: 'a.txt', text: 'Words.' });
    const path = `/v1/files/${created.body.data.id}` as const;
    const first = await ada.get(path);
    const tag = first.headers.get('etag') as string;
    clock.advance(1000);
    expect((await ada.get(path)).body.data.download_url).not.toBe(first.body.data.download_url);
    expect((await getIf(path, tag)).status).toBe(304);
    const validMs = Date.parse(first.body.data.download_url_expires_at) - (clock.now().getTime() - 1000);
    clock.advance(validMs / 2);
    expect((await getIf(path, tag)).status).toBe(200);
    const fresh = (await ada.get(path)).headers.get('etag') as string;
    await ada.patch(path, { name: 'b.txt' });
    expect((await getIf(path, fresh)).status).toBe(200);
  });

  test('lets a client read openapi.json only when its ETag has changed', async () => {
    const { headers } = await parley.request('GET', '/v1/openapi.json');
    const tag = headers.get('etag') as string;
    expect(tag).toMatch(/^W\/"[\w-]{20,}"$/);
    const again = await parley.request('GET', '/v1/openapi.json', { headers: { 'if-none-match': tag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await parley.request('GET', '/v1/openapi.json', {
      headers: { 'if-none-match': '"other"' },
    });
    expect(other.status).toBe(200);
  });

  test('ignores If-None-Match in a request that changes something', async () => {
    const answer = await ada.request('PATCH', `/v1/projects/${projectId}`, {
      body: { description: 'Again' },
      headers: { 'if-none-match': '*' },
    });
    expect(answer.status).toBe(200);
  });
});

describe('compression', () => {
  const read = (path: string, encoding: string, method = 'GET') =>
    new Promise<{ headers: Record<string, unknown>; bytes: Buffer; status?: number }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${ada.key}`, 'accept-encoding': encoding };
      httpRequest(parley.url + path, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
      })
        .on('error', reject)
        .end();
    });

  test('compresses JSON over 1 kB by br and gzip, and names it in Vary', async () => {
    const description = 'It is slow. '.repeat(300);
    const { body } = await ada.post('/v1/projects', { name: 'Long', description });
    const path = `/v1/projects/${body.data.id}`;
    const plain = await read(path, 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await read(path, encoding);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(String(answer.headers.vary).toLowerCase()).toContain('accept-encoding');
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(decompress(answer.bytes)).toEqual(plain.bytes);
      expect(answer.headers.etag).toBe(plain.headers.etag);
    }
    const head = await read(path, 'br', 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });

  test('does not compress short responses, or if the client accepts no supported encoding', async () => {
    expect((await read(`/v1/projects/${projectId}`, 'br')).headers['content-encoding']).toBeUndefined();
    expect((await read('/v1/projects?limit=100', 'zstd')).headers['content-encoding']).toBeUndefined();
  });

  test('compresses openapi.json', async () => {
    const answer = await read('/v1/openapi.json', 'gzip, deflate, br');
    expect(answer.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(answer.bytes).toString()).openapi).toBe('3.1.0');
  });

  test('never compresses the bytes of a file, whose ranges would shift', async () => {
    const text = 'It is slow. '.repeat(300);
    const created = await ada.post(`/v1/projects/${projectId}/files`, { name: 'long.txt', text });
    const { body } = await ada.get(`/v1/files/${created.body.data.id}`);
    const { pathname, search } = new URL(body.data.download_url);
    const answer = await read(pathname + search, 'br, gzip');
    expect(answer.headers['content-encoding']).toBeUndefined();
    const digest = createHash('sha256').update(answer.bytes).digest('hex');
    expect(digest).toBe(createHash('sha256').update(text).digest('hex'));
  });
});

describe('a limit of characters', () => {
  test('counts code points, not UTF-16 units', async () => {
    expect((await ada.post('/v1/projects', { name: '😀'.repeat(200) })).status).toBe(201);
    expectFault(await ada.post('/v1/projects', { name: '😀'.repeat(201) }), 'name');
  });
});

describe('the message of a 422', () => {
  const details = ({ status, body }: TestResponse) => [status, body.error?.details];

  test.each(['30.11.2026', '2026-11-31', '2026-11-30T00:00:00Z', ''])(
    'shows how to write a date, for %j in a body and in a query',
    async (date) => {
      const message = 'Use a date such as 2026-11-30.';
      const test = { name: 'A test', type: 'survey', postDetails: { deadline: date } };
      expect(details(await ada.post(`/v1/projects/${projectId}/tests`, test))).toEqual([
        422,
        [{ field: 'postDetails.deadline', message }],
      ]);
      expect(details(await ada.get(`/v1/usage?from=${date}`))).toEqual([422, [{ field: 'from', message }]]);
    },
  );

  test('says how to give several values instead of a repeated query parameter', async () => {
    const repeated = await ada.get('/v1/webhooks?status=enabled&status=disabled');
    expect(details(repeated)).toEqual([
      422,
      [{ field: 'status', message: 'is given twice; separate values with commas.' }],
    ]);
    expect((await ada.get('/v1/webhooks?status=enabled,disabled')).status).toBe(200);
  });

  test('asks to give a query parameter with one value once', async () => {
    expect(details(await ada.get('/v1/projects?limit=1&limit=2'))).toEqual([
      422,
      [{ field: 'limit', message: 'is given twice; give it once.' }],
    ]);
  });

  test('names postDetails to a caller who sends post_details', async () => {
    const test = { name: 'A test', type: 'survey', post_details: { title: 'Tell us' } };
    expect(details(await ada.post(`/v1/projects/${projectId}/tests`, test))).toEqual([
      422,
      [{ field: 'post_details', message: 'is not a known field: use postDetails.' }],
    ]);
  });
});

describe('a charset', () => {
  const send = (contentType: string) =>
    ada.request('POST', '/v1/projects', {
      body: JSON.stringify({ name: 'A name' }),
      headers: { 'content-type': contentType },
    });

  test.each(['utf-16', 'iso-8859-1', '"utf-16le"', 'windows-1252'])('%s is refused', async (charset) => {
    expectFault(await send(`application/json; charset=${charset}`), 'Content-Type');
  });

  test.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii'])('%s is accepted', async (charset) => {
    expect((await send(`application/json;charset=${charset}`)).status).toBe(201);
  });
});
