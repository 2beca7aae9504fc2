import { sendRequest } from '@parley/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyText } from '../../test/any-text.ts';
import { expectFault, fields } from '../../test/faults.ts';
import type { TestResponse } from '../../test/harness.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';

/** Invalid bodies return 422 with the name of the field, in the error envelope. */

const parley = useParley();
const ada = useAccount(parley);
let projectId: string;
beforeAll(async () => {
  projectId = (await ada.post('/v1/projects', { name: 'Stays as it is' })).body.data.id;
});

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const post = (body: string, headers?: Record<string, string>) => ada.post('/v1/projects', body, headers);

describe('names without a visible character', () => {
  const unseen = {
    blanks: ' \u00a0\u3000',
    'a zero-width space': '\u200b',
    'a byte order mark': '\ufeff',
    'marks of direction': '\u202e\u2066\u200f\u061c',
    joiners: '\u200c\u200d\u2060',
    'Hangul fillers': '\u3164\u115f\uffa0',
    'a soft hyphen': '\u00ad',
    'a variation selector': '\ufe0f',
    'tag characters': '\u{e0041}\u{e007f}',
    'an empty Braille cell': '\u2800',
  };
  test.each(Object.entries(unseen))(
    'returns 422 for %s in every field that holds a name',
    async (_, nothing) => {
      const { data: file } = (
        await ada.post(`/v1/projects/${projectId}/files`, { name: 'Words.txt', text: 'Words.' })
      ).body;
      const { data: tag } = (await ada.post(`/v1/projects/${projectId}/tags`, { name: `Tag of ${file.id}` }))
        .body;
      const at = (what: string) => `/v1/projects/${projectId}/${what}`;
      const segments = [{ start_seconds: 0, end_seconds: 1, text: nothing }];
      for (const [answer, field] of [
        [await ada.post('/v1/projects', { name: nothing }), 'name'],
        [await ada.patch(`/v1/projects/${projectId}`, { name: nothing }), 'name'],
        [await ada.post(at('tags'), { name: nothing }), 'name'],
        [await ada.patch(`/v1/tags/${tag.id}`, { name: nothing }), 'name'],
        [await ada.post(at('lanes'), { name: nothing }), 'name'],
        [await ada.post(at('cards'), { title: nothing }), 'title'],
        [await ada.post(at('notes'), { body: nothing }), 'body'],
        [
          await ada.post(at('clips'), { file_id: file.id, name: nothing, start_seconds: 0, end_seconds: 1 }),
          'name',
        ],
        [await ada.post(at('files'), { name: nothing, text: 'Words.' }), 'name'],
        [await ada.post(at('files'), { name: 'a.txt', text: nothing }), 'text'],
        [await ada.patch(`/v1/files/${file.id}`, { name: nothing }), 'name'],
        [await ada.put(`/v1/files/${file.id}/transcript`, { segments }), 'segments.0.text'],
        [await ada.get(`/v1/search?q=${encodeURIComponent(nothing)}`), 'q'],
      ] as const) {
        expectFault(answer, field);
        expect(answer.body.error.details).toEqual([{ field, message: 'must not be blank.' }]);
      }
    },
  );

  test.each(['👩‍👩‍👧', 'ภาษาไทย', '‏עברית‏', 'a\u200bb', 'می‌خواهم', '❤️'])(
    'accepts %s as a name',
    async (name) => {
      const answer = await ada.post('/v1/projects', { name });
      expect([answer.status, answer.body.data.name]).toEqual([201, name]);
    },
  );
});

describe('bodies', () => {
  test.each<[string, string, string]>([
    ['nothing', '', 'body'],
    ['null', 'null', 'body'],
    ['an array', '[]', 'body'],
    ['a string', '"name"', 'body'],
    ['a number', '5', 'body'],
    ['a boolean', 'true', 'body'],
    ['broken JSON', '{"name":', 'body'],
    ['JSON with a comment', '{"name":"a"} // b', 'body'],
    ['two values', '{"name":"a"}{"name":"b"}', 'body'],
    ['a number for text', '{"name":5}', 'name'],
    ['null for text', '{"name":null}', 'name'],
    ['an object for text', '{"name":{"toString":1}}', 'name'],
    ['text of blanks', '{"name":"   "}', 'name'],
    ['201 characters', JSON.stringify({ name: '調'.repeat(201) }), 'name'],
    ['a description too long', JSON.stringify({ name: 'a', description: 'x'.repeat(5001) }), 'description'],
    ['an unknown field', '{"name":"a","colour":"red"}', 'colour'],
    ['a field that can not be set', '{"name":"a","id":"prj_1"}', 'id'],
    ['__proto__', '{"name":"a","__proto__":{"visibility":"workspace"}}', '__proto__'],
    ['constructor', '{"name":"a","constructor":{"prototype":{"x":1}}}', 'constructor'],
    [
      '__proto__ in metadata that is no text',
      '{"name":"a","metadata":{"__proto__":{"x":"y"}}}',
      'metadata.__proto__',
    ],
    ['NUL', '{"name":"a\\u0000b"}', 'name'],
    ['NUL in a key', '{"name":"a","metadata":{"k\\u0000":"v"}}', 'metadata'],
    ['a lone surrogate', '{"name":"\\ud800"}', 'name'],
    ['a lone surrogate, the low one', '{"name":"a\\udc00b"}', 'name'],
    ['a lone surrogate in metadata', '{"name":"a","metadata":{"k":"\\ud83d"}}', 'metadata.k'],
    ['an unknown visibility', '{"name":"a","visibility":"public"}', 'visibility'],
    ['a language that is none', '{"name":"a","language":"not a language"}', 'language'],
    ['a member who does not exist', '{"name":"a","member_ids":["usr_1"]}', 'member_ids.0'],
    ['a member with NUL', '{"name":"a","member_ids":["\\u0000"]}', 'member_ids.0'],
    ['members twice', '{"name":"a","member_ids":["x","x"]}', 'member_ids.1'],
    [
      'too many pairs',
      JSON.stringify({
        name: 'a',
        metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, ''])),
      }),
      'metadata',
    ],
    ['a key too long', JSON.stringify({ name: 'a', metadata: { ['k'.repeat(41)]: '' } }), 'metadata'],
    ['a value too long', JSON.stringify({ name: 'a', metadata: { k: 'v'.repeat(501) } }), 'metadata.k'],
    ['100,000 levels', `{"name":"a","metadata":${deep(100_000)}}`, 'metadata'],
    ['100,000 levels of arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, '0'],
    ['100,000 levels that never end', '['.repeat(100_000), 'body'],
    ['more than a megabyte', JSON.stringify({ name: 'x'.repeat(1_100_000) }), 'body'],
    ['ten megabytes', JSON.stringify({ name: 'x'.repeat(10_000_000) }), 'body'],
  ])('%s', async (_, body, field) => {
    expectFault(await post(body), field);
  });

  test('returns one entry in details for each fault, up to a limit', async () => {
    expect(fields(await post('{"name":"","visibility":1,"language":5,"x":1}')).sort()).toEqual([
      'language',
      'name',
      'visibility',
      'x',
    ]);
    const many = await post(
      JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`f${i}`, 1]))),
    );
    expect(many.status).toBe(422);
    expect(many.body.error.details.length).toBeLessThanOrEqual(50);
    const long = await post(JSON.stringify({ ['x'.repeat(900_000)]: 1, [`${'y'.repeat(900)}`]: '\0' }));
    expect(long.status).toBe(422);
    expect(long.text.length).toBeLessThan(5_000);
  });

  test('reports text that cannot be stored together with all other faults, each once', async () => {
    expect(fields(await post('{"name":5,"description":"x\\u0000","zzz":1}')).sort()).toEqual([
      'description',
      'name',
      'zzz',
    ]);
    expect(fields(await post('{"name":"\\ud800","visibility":"q"}')).sort()).toEqual(['name', 'visibility']);
    expect(fields(await post('{"name":"a","k\\u0000":1}'))).toEqual(['body']);
    expect(fields(await ada.get('/v1/projects?a%00=1&limit=0'))).toEqual(['query', 'limit']);
  });

  test('validates no schema against a body whose text check stopped early, because it may be too deep', async () => {
    const levels = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const unstorable = Array.from({ length: 30 }, (_, i) => `"k${i}":"\\u0000"`).join();
    const reported = fields(await post(`{"member_ids":[${levels},${levels}],${unstorable}}`));
    expect(reported.filter((field) => !/^k\d+$/.test(field))).toEqual([]);
  });

  test('reports an invalid Idempotency-Key once', async () => {
    for (const key of ['', 'k'.repeat(256)]) {
      expect(fields(await post('{"name":"a"}', { 'idempotency-key': key }))).toEqual(['Idempotency-Key']);
      const both = fields(await post('{}', { 'idempotency-key': key }));
      expect(both.sort()).toEqual(['Idempotency-Key', 'name']);
    }
  });

  test('returns 422 for bytes that are not UTF-8', async () => {
    for (const bytes of [
      [0xff, 0xfe],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xe8, 0xaa],
    ]) {
      const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
      const answer = await sendRequest(
        parley.url,
        'POST /v1/projects',
        { authorization: `Bearer ${ada.key}`, 'content-type': 'application/json' },
        body,
      );
      expect(answer.status).toBe(422);
      expect(answer.body.error.details[0].field).toBe('body');
    }
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'nonsense',
    'application/jsonx',
    '',
  ])('a body sent as "%s" returns 422 on Content-Type', async (type) => {
    const answer = await post('{"name":"a"}', { 'content-type': type });
    expectFault(answer, 'Content-Type');
  });

  test.each(['gzip', 'br', 'deflate', 'gzip, identity', 'nonsense'])(
    'returns 422 on Content-Encoding for a body encoded as "%s"',
    async (encoding) => {
      expectFault(await post('{"name":"a"}', { 'content-encoding': encoding }), 'Content-Encoding');
    },
  );

  test('accepts Content-Encoding: identity', async () => {
    expect((await post('{"name":"a"}', { 'content-encoding': 'Identity' })).status).toBe(201);
  });

  test('returns 422 on Content-Type without a content type', async () => {
    const headers = { authorization: `Bearer ${ada.key}` };
    const answer = await sendRequest(parley.url, 'POST /v1/projects', headers, '{"name":"a"}');
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].field).toBe('Content-Type');
  });

  test('accepts JSON content types with parameters and in any case', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/json;profile=x',
    ]) {
      expect((await post('{"name":"a"}', { 'content-type': type })).status).toBe(201);
    }
  });

  test('returns 422 for a body where the route takes none', async () => {
    expectFault(await ada.post(`/v1/projects/${projectId}/restore`, { a: 1 }), 'body');
    expectFault(await ada.request('DELETE', `/v1/projects/${projectId}`, { body: { sure: true } }), 'body');
    for (const body of ['[1]', '[]', 'null', '0', '""'])
      expectFault(await ada.post(`/v1/projects/${projectId}/restore`, body), 'body');
  });

  test('answers a body of ten megabytes instead of closing the connection, even without a key', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(10_000_000) });
    expect((await parley.request('POST', '/v1/projects', { body })).status).toBe(401);
    expect((await ada.request('PUT', '/v1/nothing', { body })).status).toBe(404);
  });
});

describe('unusual text that is valid', () => {
  test.each([
    '🙂',
    '﷽',
    '\u202eright to left',
    "'; drop table projects; --",
    '<script>',
    '$' + '{x}',
    '\\u0000',
    '%00',
    '\ufeff',
    'a\tb\nc',
  ])('%j is stored as it is', async (name) => {
    const created = await ada.post('/v1/projects', {
      name: `.${name}`,
      metadata: { [`k${name}`]: name },
    });
    expect(created.status).toBe(201);
    const read = await ada.get(`/v1/projects/${created.body.data.id}`);
    expect(read.body.data).toMatchObject({ name: `.${name}`, metadata: { [`k${name}`]: name } });
  });

  test('stores __proto__ as an ordinary key of metadata', async () => {
    const { status, body, text } = await post('{"name":"a","metadata":{"__proto__":"b","constructor":"c"}}');
    expect(status).toBe(201);
    expect(text).toContain('"__proto__":"b"');
    expect((await ada.get(`/v1/projects/${body.data.id}`)).text).toContain('"__proto__":"b"');
  });
});

describe('random input', () => {
  const anything = fc.oneof(
    fc.jsonValue({ depthSize: 'small' }),
    fc.record(
      {
        name: fc.oneof(anyText(), fc.jsonValue()),
        description: fc.oneof(anyText(), fc.constant(null), fc.jsonValue()),
        visibility: fc.oneof(fc.constantFrom('private', 'workspace'), fc.jsonValue()),
        status: fc.oneof(fc.constantFrom('active', 'archived'), fc.jsonValue()),
        member_ids: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
        language: fc.oneof(fc.constantFrom('en', 'pt-BR', null), fc.jsonValue()),
        metadata: fc.oneof(fc.dictionary(anyText(), anyText()), fc.jsonValue()),
      },
      { requiredKeys: [] },
    ),
  );
  const expectEnvelope = (answer: TestResponse) => {
    expect(answer.status).toBeLessThan(500);
    expect(Object.keys(answer.body).sort()).toEqual(
      answer.status >= 400 ? ['error'] : 'meta' in answer.body ? ['data', 'meta'] : ['data'],
    );
  };

  test('never returns a 5xx for a body of POST and PATCH, and always the envelope', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const body = JSON.stringify(value);
        expectEnvelope(await ada.post('/v1/projects', body));
        expectEnvelope(await ada.request('PATCH', `/v1/projects/${projectId}`, { body }));
      }),
      { numRuns: 150, examples: [[{ '/': '' }], [{ metadata: { '[0]': 1 } }]] },
    );
  });

  test('never returns a 5xx for raw bytes as a body, and always the envelope', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ minLength: 1 }), async (body) => {
        expectEnvelope(await ada.post('/v1/projects', body));
      }),
      { numRuns: 100 },
    );
  });

  test('never returns a 5xx for a query, and always the envelope', { timeout: 120_000 }, async () => {
    const name = fc.constantFrom(
      'limit',
      'cursor',
      'sort',
      'created_after',
      'created_before',
      'updated_since',
      'q',
      'status',
      'owner_id',
      'x',
    );
    const value = fc.oneof(
      anyText(),
      fc.integer().map(String),
      fc.double().map(String),
      fc
        .date({ noInvalidDate: false })
        .map((date) => (Number.isNaN(date.getTime()) ? 'NaN' : date.toISOString())),
      fc.base64String(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (pairs) => {
        const query = pairs
          .map(([key, text]) => `${key}=${encodeURIComponent(text.toWellFormed())}`)
          .join('&');
        expectEnvelope(await ada.get(`/v1/projects?${query}`));
        expectEnvelope(await ada.get(`/v1/events?${query}`));
      }),
      { numRuns: 150 },
    );
  });
});

test.each([
  [{ events: [] }, ['events', 'url']],
  [{ events: ['tag.created'], description: 5 }, ['description', 'url']],
])('a webhook without a URL and with another fault is refused on both fields: %o', async (change, faulty) => {
  const { status, body } = await ada.post('/v1/webhooks', { url: 'x', ...change });
  expect(status).toBe(422);
  expect(body.error.details.map((row: { field: string }) => row.field).sort()).toEqual(faulty);
});
