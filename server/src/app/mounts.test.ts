import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, createTestDatabase } from '../../test/harness.ts';
import { createParticipantAuthenticator } from '../features/engage/participants/index.ts';
import type { PlanName } from '../foundation/plans.ts';
import type { AccountHolder, Participant, Principal, Researcher } from '../foundation/principal.ts';
import { admitParticipant, admitResearcher } from '../http/gates/admission.ts';
import { createIdempotency } from '../http/gates/idempotency.ts';
import { apiKeyWindow, createRateLimitGate, participantWindow } from '../http/gates/rate-limit.ts';
import { createReferenceGate } from '../http/gates/references.ts';
import { createReplayAccess } from '../http/gates/replay-access.ts';
import { mountApi } from '../http/mount-api.ts';
import type { ApiMount } from '../http/mounted-api.ts';
import type { Route } from '../http/route.ts';
import { createHttpServer } from '../http/server.ts';
import { createDatabase, type Database } from '../platform/database/index.ts';
import { createLog } from '../platform/log/log.ts';
import { createRateLimiter } from '../platform/rate-limiter/index.ts';
import { createSecretBox } from '../platform/secret-box/secret-box.ts';

/** The gates of a mount, on a server with one route for participants and one for researchers. */

const principal = (kind: Principal['kind'], plan: PlanName) =>
  ({
    kind,
    plan,
    user_id: `usr_${kind}_${plan}`,
    link_id: `link_${kind}_${plan}`,
    api_key: null,
  }) as unknown as Principal;
const tokens = new Map<string, Principal>([
  ['link', principal('participant_link', 'free')],
  ['account', principal('participant', 'free')],
  ['researcher', principal('researcher', 'basic')],
]);
const answersKind = {
  method: 'GET',
  path: '/kind',
  operationId: 'getKind',
  tag: 'Kind',
  summary: 'Get the kind of the caller',
  status: 200,
  data: Type.Object({ kind: Type.String() }),
} as const;
const forParticipants: Route<Participant> = {
  ...answersKind,
  handler: async ({ principal: { kind } }) => ({ data: { kind } }),
};
const forResearchers: Route = {
  ...answersKind,
  handler: async ({ principal: { kind } }) => ({ data: { kind } }),
};

const log = createLog('fatal');
const app = createHttpServer(log, { trustProxy: false });
let db: Database;
let made: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  made = await createTestDatabase();
  db = createDatabase({
    connection: made.connection,
    prepare: true,
    maxConnections: 2,
    onIdleError: () => {},
  });
  const limiter = createRateLimiter();
  const gates = {
    db,
    clock: createTestClock(),
    idempotency: createIdempotency(db, createSecretBox('a secret key for this test')),
    references: createReferenceGate({}),
    requireReplayAccess: createReplayAccess({}),
  };
  // As if a bug let the holder of any token through: the gate behind the authenticator still tells the kinds apart.
  const authenticate = createParticipantAuthenticator(
    async (token) => tokens.get(token) as Participant | undefined,
  );
  const authenticateAccount = authenticate as (request: FastifyRequest) => Promise<Principal> as (
    request: FastifyRequest,
  ) => Promise<AccountHolder>;
  const participants: ApiMount<Participant> = {
    prefix: '/p/v1',
    authenticate,
    rateLimit: createRateLimitGate(limiter, participantWindow),
    admit: admitParticipant,
    routes: [forParticipants],
  };
  const researchers: ApiMount<Researcher> = {
    prefix: '/v1',
    authenticate: authenticateAccount,
    rateLimit: createRateLimitGate(limiter, apiKeyWindow(0)),
    admit: admitResearcher,
    routes: [forResearchers],
  };
  mountApi(app, participants, gates);
  mountApi(app, researchers, gates);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await db.close();
  await made.drop();
});

const get = async (url: string, token?: string) => {
  const answer = await app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} });
  return {
    status: answer.statusCode,
    body: answer.json(),
    limit: answer.headers['x-ratelimit-limit'],
    authenticate: answer.headers['www-authenticate'],
  };
};

describe('/p/v1', () => {
  test('answers 401 without a valid participant token, whether or not the path exists', async () => {
    for (const path of ['/p/v1/kind', '/p/v1/nothing', '/p/v1']) {
      for (const token of [undefined, 'unknown']) {
        const answer = await get(path, token);
        expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
        expect(answer.authenticate).toBe('Bearer');
        expect(answer.limit).toBeUndefined();
      }
    }
  });

  test('answers the holder of a link, and 404 on a path that does not exist', async () => {
    expect(await get('/p/v1/kind', 'link')).toMatchObject({
      status: 200,
      body: { data: { kind: 'participant_link' } },
      limit: '600',
    });
    expect(await get('/p/v1/nothing', 'link')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
  });

  test('answers 403 to every account, even on a path that does not exist', async () => {
    for (const path of ['/p/v1/kind', '/p/v1/nothing'])
      for (const token of ['researcher', 'account'])
        expect(await get(path, token)).toMatchObject({
          status: 403,
          body: { error: { code: 'forbidden' } },
        });
  });
});

describe('/v1', () => {
  test('answers a researcher, and 403 to a participant before the plan is checked', async () => {
    expect(await get('/v1/kind', 'researcher')).toMatchObject({
      status: 200,
      body: { data: { kind: 'researcher' } },
    });
    for (const path of ['/v1/kind', '/v1/nothing'])
      for (const token of ['account', 'link'])
        expect(await get(path, token)).toMatchObject({
          status: 403,
          body: { error: { code: 'forbidden' } },
        });
  });
});

test('the types refuse a mount whose gate admits another kind than its routes expect', () => {
  // @ts-expect-error participants must not reach a handler for researchers
  const wrongRoutes: Pick<ApiMount<Participant>, 'routes'> = { routes: [forResearchers] };
  // @ts-expect-error the gate of participants is no gate for researchers
  const wrongGate: Pick<ApiMount<Researcher>, 'admit'> = { admit: admitParticipant };
  expect([wrongRoutes, wrongGate]).toHaveLength(2);
});
