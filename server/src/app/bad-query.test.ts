import { beforeAll, describe, expect, test } from 'vitest';
import { expectFault, fields } from '../../test/faults.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';

/** Invalid queries return 422 with the name of the parameter, in the error envelope. */

const parley = useParley();
const ada = useAccount(parley);
let projectId: string;
beforeAll(async () => {
  projectId = (await ada.post('/v1/projects', { name: 'Stays as it is' })).body.data.id;
});

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('a filter with an empty or unknown id', () => {
  test.each([
    '/v1/projects?owner_id=',
    '/v1/events?project_id=',
    '/v1/jobs?project_id=',
    '/v1/search?q=a&project_id=',
    '/v1/projects?owner_id=usr_01k9p3v7e8r5ys1q2w4x6z8abc',
    '/v1/events?project_id=prj_01k9p3v7e8r5ys1q2w4x6z8abc',
    '/v1/jobs?project_id=prj_01k9p3v7e8r5ys1q2w4x6z8abc',
  ])('%s is not found', async (path) => {
    expect(await ada.get(path)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  test.each(['cards?lane_id=', 'cards?tag_id=', 'notes?file_id=', 'tags?parent_id=', 'files?tag_id='])(
    'returns 404 for %s',
    async (path) => {
      expect((await ada.get(`/v1/projects/${projectId}/${path}`)).status).toBe(404);
    },
  );
});

describe('queries', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=%2010', 'limit'],
    ['limit=true', 'limit'],
    ['limit=null', 'limit'],
    [`limit=${'9'.repeat(400)}`, 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['limit[]=5', 'limit[]'],
    ['sort=size', 'sort'],
    ['sort=', 'sort'],
    ['sort=name&sort=-name', 'sort'],
    ['sort=toString', 'sort'],
    ['cursor=', 'cursor'],
    ['cursor=abc', 'cursor'],
    ['cursor=%00', 'cursor'],
    [`cursor=${'a'.repeat(10_000)}`, 'cursor'],
    ['cursor=a&cursor=b', 'cursor'],
    ['created_after=yesterday', 'created_after'],
    ['created_after=', 'created_after'],
    ['created_after=2026-13-01T00:00:00Z', 'created_after'],
    ['created_after=2026-02-30T00:00:00Z', 'created_after'],
    ['created_after=2026-11-15', 'created_after'],
    ['created_after=2026-12-31T23:59:60Z', 'created_after'],
    ['created_after=0000-01-01T00:00:00Z', 'created_after'],
    ['created_before=99999-01-01T00:00:00Z', 'created_before'],
    ['created_before=1', 'created_before'],
    ['updated_since=2026-01-01T00:00:00', 'updated_since'],
    ['updated_since=2026-01-01T25:00:00Z', 'updated_since'],
    ['status=gone', 'status'],
    ['status=active&status=archived', 'status'],
    ['q=%00', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['unknown=1', 'unknown'],
    ['__proto__=1', '__proto__'],
    ['__proto__[limit]=1', '__proto__[limit]'],
    ['constructor=1', 'constructor'],
    ['toString=1', 'toString'],
  ])('GET /v1/projects?%s', async (query, field) => {
    expectFault(await ada.get(`/v1/projects?${query}`), field);
  });

  test.each(['/v1/files/fil_01k9p3v7e8r5ys1q2w4x6z8abc/waveform?bogus=1', '/v1/me?bogus=1'])(
    'GET %s',
    async (path) => {
      expectFault(await ada.get(path), 'bogus');
    },
  );

  test.each([
    ['q=%', 'q'],
    ['q=%zz', 'q'],
    ['q=%E0%A4%A', 'q'],
    ['q=%ff%fe', 'q'],
    ['sort=name&q=%C3%28', 'q'],
    ['%=%', 'query'],
  ])('GET /v1/projects?%s has a broken percent-encoding', async (query, field) => {
    const answer = await ada.get(`/v1/projects?${query}`);
    expectFault(answer, field);
    expect(fields(answer).filter((name) => name === field)).toHaveLength(1);
  });

  test.each(['&&&', 'q=_%25%5C', 'q=%F0%9F%99%82', 'q=100%25+%2B'])(
    'answers GET /v1/projects?%s',
    async (query) => {
      expect((await ada.get(`/v1/projects?${query}`)).status).toBe(200);
    },
  );

  test('ignores an empty q, even when a cursor follows', async () => {
    for (const name of ['One', 'Two']) await ada.post('/v1/projects', { name });
    const all = await ada.get('/v1/projects?limit=1');
    const empty = await ada.get('/v1/projects?limit=1&q=');
    expect(empty.body).toEqual(all.body);
    expect((await ada.get(`/v1/projects?limit=1&cursor=${empty.body.meta.next_cursor}`)).status).toBe(200);
    expectFault(await ada.get('/v1/search?q='), 'q');
  });

  test.each([
    ['from=0000-01-01', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=never', 'to'],
    ['from=2026-02-02&to=2026-02-01', 'to'],
    ['from=2026-02-02&from=2026-02-01', 'from'],
  ])('GET /v1/usage?%s', async (query, field) => {
    expectFault(await ada.get(`/v1/usage?${query}`), field);
  });

  test('reports an invalid cursor together with all other faults of the query', async () => {
    for (const path of ['projects', 'events', 'jobs', 'webhooks', `projects/${projectId}/files`, 'search']) {
      const answer = await ada.get(
        `/v1/${path}?cursor=abc&limit=0&unknown=1${path === 'search' ? '&q=a' : ''}`,
      );
      expect(answer.status).toBe(422);
      expect(fields(answer).sort()).toEqual(['cursor', 'limit', 'unknown']);
    }
  });

  test('returns 422 for a forged cursor', async () => {
    for (let i = 0; i < 3; i++) await ada.post('/v1/projects', { name: `n${i}` });
    for (const sort of ['created_at', 'name']) {
      const { body } = await ada.get(`/v1/projects?limit=1&sort=${sort}`);
      const [mark, key, id] = JSON.parse(Buffer.from(body.meta.next_cursor, 'base64url').toString());
      const forge = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
      const bad = [
        forge(mark, 'a\0', id),
        forge(mark, '\ud800', id),
        forge(mark, key),
        forge(mark, key, id, id),
        forge(mark, 5, id),
        forge(mark, null, id),
        forge('another', key, id),
        forge({}, [], {}),
        `${body.meta.next_cursor}=`,
        `${body.meta.next_cursor}!`,
        Buffer.from('null').toString('base64url'),
        Buffer.from(deep(500)).toString('base64url'),
        ...(sort === 'created_at'
          ? [forge(mark, 'soon', id), forge(mark, '99999999-01-01', id), forge(mark, '', id)]
          : []),
      ];
      for (const cursor of bad) {
        expectFault(
          await ada.get(`/v1/projects?limit=1&sort=${sort}&cursor=${encodeURIComponent(cursor)}`),
          'cursor',
        );
      }
    }
  });
});
