import { beforeAll, describe, expect, test } from 'vitest';
import { createRouteFixture, exampleBody, realPath } from '../../test/factories.ts';
import { fields } from '../../test/faults.ts';
import type { Account, TestResponse } from '../../test/harness.ts';
import { describeParley } from '../../test/route-table.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';
import { createKey, revokeKey } from '../features/identity/api-keys/index.ts';
import { newApiKey } from '../foundation/api-key.ts';
import type { ErrorCode } from '../foundation/errors.ts';
import type { Route } from '../http/route.ts';

/** Checks the boundary of spec §1.5 and §2.3 for every route. A new route is included without being listed here. */

const { participantRoutes, routes: all } = await describeParley();
const routes = all.filter((route) => !route.appOnly);

const parley = useParley();
const owner = useAccount(parley);
const colleague = useAccount(parley, () => ({ workspace_id: owner.workspace_id }));
const viewer = useAccount(parley, () => ({ workspace_id: owner.workspace_id, role: 'viewer' }));
const stranger = useAccount(parley);
const participant = useAccount(parley, () => ({ workspace_id: owner.workspace_id, kind: 'participant' }));
const freeParticipant = useAccount(parley, { kind: 'participant', plan: 'free' });
const free = useAccount(parley, { plan: 'free' });
/** Has used its requests of the minute. */
let hasty: Account;
async function createHasty() {
  hasty = await parley.account({ plan: 'basic' });
  const all = await Promise.all(Array.from({ length: 61 }, () => hasty.get('/v1/me')));
  expect(all.filter(({ status }) => status === 429)).toHaveLength(1);
}
beforeAll(createHasty);

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

function expectRefusal(answer: TestResponse, status: number, code: ErrorCode): void {
  expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code });
}

const newPath = async (route: Route, visibility?: string) =>
  realPath(await createRouteFixture(parley, owner, visibility), route);

/** The paths of routes with records that only refused requests use, so that all of them can use the same records. */
const keptPaths = new Map<string, Promise<string>>();

function keptPath(route: Route, visibility?: string): Promise<string> {
  const name = `${route.operationId} ${visibility}`;
  const known = keptPaths.get(name) ?? newPath(route, visibility);
  keptPaths.set(name, known);
  return known;
}

/** Sends a request that must be refused. */
async function attempt(route: Route, who: Account | Record<string, string>, visibility?: string) {
  const path = await keptPath(route, visibility);
  const body = exampleBody(route);
  if ('request' in who) return (who as Account).request(route.method, path, { body });
  return parley.request(route.method, path, { body, headers: who as Record<string, string> });
}

const bodyFields = ({ body }: Route) =>
  Object.keys((body as { properties?: object } | undefined)?.properties ?? {});

describe.each(routes.map((route) => [`${route.method} /v1${route.path}`, route] as const))(
  '%s',
  (_, route) => {
    test('returns 401 without a key', async () => {
      expectRefusal(await attempt(route, {}), 401, 'unauthorized');
    });

    test('returns 401 for a malformed key or another scheme', async () => {
      const mistyped = newApiKey().replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
      expectRefusal(await attempt(route, bearer(mistyped)), 401, 'unauthorized');
      expectRefusal(await attempt(route, bearer('garbage')), 401, 'unauthorized');
      expectRefusal(await attempt(route, { authorization: `Basic ${owner.key}` }), 401, 'unauthorized');
    });

    test('returns 401 for a well-formed key that does not exist', async () => {
      expectRefusal(await attempt(route, bearer(newApiKey())), 401, 'unauthorized');
    });

    test('returns 401 for a revoked key', async () => {
      const { key, row } = await createKey(parley.db, owner.user_id, { name: 'revoked' }, parley.clock.now());
      await revokeKey(parley.db, row.id, parley.clock.now());
      expectRefusal(await attempt(route, bearer(key)), 401, 'unauthorized');
    });

    test('returns 401 for an expired key', async () => {
      const ago = (hours: number) => new Date(parley.clock.now().getTime() - hours * 3_600_000);
      const { key } = await createKey(parley.db, owner.user_id, { name: 'old', expires_at: ago(1) }, ago(2));
      expectRefusal(await attempt(route, bearer(key)), 401, 'unauthorized');
    });

    test('returns 403 to a participant on any plan', async () => {
      expectRefusal(await attempt(route, participant), 403, 'forbidden');
      expectRefusal(await attempt(route, freeParticipant), 403, 'forbidden');
    });

    test('returns 402 plan_required on the free plan', async () => {
      expectRefusal(await attempt(route, free), 402, 'plan_required');
    });

    test('returns 429 with Retry-After over the rate limit', async () => {
      let answer = await attempt(route, hasty);
      if (answer.status !== 429) {
        // The minute has ended: rate windows have the clock of the machine.
        await createHasty();
        answer = await attempt(route, hasty);
      }
      expectRefusal(answer, 429, 'rate_limited');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('x-ratelimit-limit')).toBe('60');
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
      expect(Number(answer.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 1);
    });

    if (route.ids) {
      test('returns 404 for a record of another workspace', async () => {
        expectRefusal(await attempt(route, stranger), 404, 'not_found');
      });

      test('returns 403 in the same workspace without access to the project', async () => {
        expectRefusal(await attempt(route, colleague), 403, 'forbidden');
      });
    }

    // A viewer's own name, theme and inbox are not material of the workspace.
    const isOwn = ['updateMe', 'markInboxRead', 'markInboxUnread'].includes(route.operationId);
    if (route.method !== 'GET' && !isOwn) {
      test('returns 403 to a viewer of a shared project', async () => {
        expectRefusal(await attempt(route, viewer, 'workspace'), 403, 'forbidden');
      });
    }

    const references = bodyFields(route).filter((name) => name.endsWith('_id'));
    test.each(references)('returns 422 for an empty %s', async (name) => {
      const path = await keptPath(route);
      const body = { ...(exampleBody(route) as object), [name]: '' };
      const answer = await owner.request(route.method, path, { body });
      expectRefusal(answer, 422, 'validation_failed');
      expect(fields(answer)).toContain(name);
    });

    test('sends X-Request-Id with every response, and X-RateLimit-* once the key is known', async () => {
      const accepted = await owner.request(route.method, await newPath(route), { body: exampleBody(route) });
      const refused = await Promise.all([participant, free, stranger].map((who) => attempt(route, who)));
      for (const { headers } of [accepted, ...refused]) {
        for (const name of [
          'x-request-id',
          'x-ratelimit-limit',
          'x-ratelimit-remaining',
          'x-ratelimit-reset',
        ]) {
          expect(headers.get(name), name).toMatch(/^\w[\w-]*$/);
        }
      }
      const { headers } = await attempt(route, {});
      expect(headers.get('x-request-id')).toMatch(/^req_/);
      expect(headers.get('x-ratelimit-limit')).toBeNull();
    });
  },
);

describe.each(participantRoutes.map((route) => [`${route.method} /p/v1${route.path}`, route] as const))(
  '%s',
  (_, route) => {
    test.each(['without a token', 'with an API key', 'with the API key of a participant'])(
      '%s: 401',
      async (credentials) => {
        const headers = credentialsFor(credentials);
        const path = `/p/v1${route.path.replace(/\{\w+\}/g, 'x')}`;
        expectRefusal(await parley.request(route.method, path, { headers }), 401, 'unauthorized');
      },
    );
  },
);

/** None of these opens /p/v1, which accepts participant tokens only. */
function credentialsFor(what: string): Record<string, string> {
  if (what === 'with an API key') return bearer(owner.key);
  if (what === 'with the API key of a participant') return bearer(participant.key);
  return {};
}

describe.each(['/v1', '/app/v1', '/p/v1'])('an unknown path under %s', (prefix) => {
  test.each(['GET', 'POST', 'DELETE', 'OPTIONS'])('%s without credentials: 401', async (method) => {
    for (const path of ['', '/', '/nothing', '/projects', '/../v1'])
      expectRefusal(await parley.request(method, `${prefix}${path}`), 401, 'unauthorized');
  });
});

test('a credential of one mount is none of another: 401', async () => {
  for (const path of ['/app/v1/me', '/app/v1/nothing', '/p/v1/me', '/p/v1/nothing'])
    for (const who of [owner, participant]) expectRefusal(await who.get(path), 401, 'unauthorized');
});

describe('paths that do not exist', () => {
  const unknown: [string, string][] = [
    ['GET', '/v1/nothing'],
    ['GET', '/v1/'],
    ['GET', '/v1'],
    ['GET', '/v1//projects'],
    ['PUT', '/v1/projects'],
    ['DELETE', '/v1/me'],
    ['OPTIONS', '/v1/projects'],
    ['PROPFIND', '/v1/projects'],
    ['POST', '/v1/openapi.json'],
    ['GET', '/v1/openapi.json/x'],
    ['GET', '/v1/videos'],
    ['GET', '/v1/api_keys'],
  ];
  test.each(unknown)('%s %s returns 401 without a key and 404 with one', async (method, path) => {
    expectRefusal(await parley.request(method, path), 401, 'unauthorized');
    expectRefusal(await owner.request(method, path), 404, 'not_found');
    if (method === 'GET') return;
    expectRefusal(await owner.request(method, path, { body: '{broken' }), 404, 'not_found');
  });

  test('returns 404 in the envelope outside /v1', async () => {
    expectRefusal(await parley.request('GET', '/nothing'), 404, 'not_found');
    expectRefusal(await parley.request('POST', '/v2/projects', { body: {} }), 404, 'not_found');
  });
});

test('serves GET /v1/openapi.json without a key', async () => {
  const { status, body, headers } = await parley.request('GET', '/v1/openapi.json');
  expect(status).toBe(200);
  expect(body.openapi).toMatch(/^3\.1\./);
  expect(headers.get('x-request-id')).toMatch(/^req_/);
  expect((await parley.request('GET', '/v1/openapi.json', { headers: bearer('x') })).status).toBe(200);
});
