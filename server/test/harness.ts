import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@parley/testing';
import type pg from 'pg';
import { compose, type Parley } from '../src/app/compose.ts';
import { createAccount, type NewAccount, setPlan } from '../src/features/identity/accounts/index.ts';
import { createKey, revokeKey } from '../src/features/identity/api-keys/index.ts';
import type { Clock } from '../src/foundation/clock.ts';
import type { PlanName } from '../src/foundation/plans.ts';
import { type Config, readConfig } from '../src/platform/config/index.ts';
import { createDatabase, type Database } from '../src/platform/database/index.ts';
import { createLog } from '../src/platform/log/log.ts';
import { contractCheckOf } from './contract-check.ts';
import type { ErrorBody, ResponseBody } from './response-body.ts';
import { createTestDatabase } from './test-database.ts';

export { until } from '@parley/testing';
export { createTestDatabase } from './test-database.ts';

/** A clock whose time changes only when a test sets or advances it. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  set(at: Date): void;
}

export function createTestClock(start = new Date()): TestClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
    set: (date) => {
      at = date.getTime();
    },
  };
}

export interface TestResponse<Body = ErrorBody> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

/** The response to a request, with the body that the route of this method and path returns. */
export type ResponseTo<Method extends string, Path extends string> = Promise<
  TestResponse<ResponseBody<Method, Path>>
>;

/** The path has a type parameter, so that TypeScript infers the template of the path and not `string`. */
type Send = <const Method extends string, const Path extends string>(
  method: Method,
  path: Path,
  options?: RequestOptions,
) => ResponseTo<Method, Path>;

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Account {
  user_id: string;
  workspace_id: string;
  key: string;
  key_id: string;
  /** Another API key of the same user. */
  newKey(): Promise<string>;
  revokeKey(): Promise<unknown>;
  setPlan(plan: PlanName): Promise<void>;
  request: Send;
  get<const Path extends string>(path: Path): ResponseTo<'GET', Path>;
  post<const Path extends string>(
    path: Path,
    body?: unknown,
    headers?: Record<string, string>,
  ): ResponseTo<'POST', Path>;
  patch<const Path extends string>(path: Path, body: unknown): ResponseTo<'PATCH', Path>;
  put<const Path extends string>(path: Path, body: unknown): ResponseTo<'PUT', Path>;
  delete<const Path extends string>(path: Path): ResponseTo<'DELETE', Path>;
}

export interface TestParley extends Parley {
  url: string;
  db: Database;
  clock: Clock;
  config: Config;
  connection: pg.PoolConfig;
  account(input?: Partial<NewAccount>): Promise<Account>;
  request: Send;
  stop(): Promise<void>;
}

export interface ParleyOptions {
  clock?: Clock;
  env?: Record<string, string>;
  /** Runs the background work: jobs, tasks and deliveries. */
  work?: boolean;
  /** Starts a second node of the same installation. */
  sameDatabaseAs?: TestParley;
  connectTimeoutMs?: number;
}

/**
 * Starts Parley with its own database and port. Every response is validated against openapi.json. The caller must call
 * `stop`; a Parley for all tests of a file comes from `useParley`, which does.
 */
export async function startParley(options: ParleyOptions = {}): Promise<TestParley> {
  const { connection, drop } = options.sameDatabaseAs
    ? { connection: options.sameDatabaseAs.connection, drop: async () => {} }
    : await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-data-'));
  const port = await freePort();
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_SELF_HOSTED: '0',
    ...options.env,
  });
  const log = createLog(config.logLevel);
  const clock = options.clock ?? createTestClock();
  const db = createDatabase({
    connection,
    prepare: true,
    maxConnections: 20,
    connectTimeoutMs: options.connectTimeoutMs,
    onIdleError: () => {},
  });
  const parley = await compose({ config, db, clock, log, secretKey: 'a secret key that is only for tests' });
  await parley.app.listen({ host: '127.0.0.1', port });
  if (options.work) parley.startWork();
  const url = `http://127.0.0.1:${port}`;
  const check = contractCheckOf(parley.openapi);

  const request: Send = async (method, path, { body, headers = {} } = {}) => {
    const sent =
      body === undefined || body instanceof FormData || typeof body === 'string'
        ? body
        : JSON.stringify(body);
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: sent,
    });
    const text = await response.text();
    const received = {
      status: response.status,
      headers: response.headers,
      body: text ? JSON.parse(text) : undefined,
      text,
    };
    check(method, path, received, typeof sent === 'string' ? sent : undefined);
    return received;
  };

  return {
    ...parley,
    url,
    db,
    clock,
    config,
    connection,
    request,
    account: (input = {}) => makeAccount(db, clock, request, input),
    async stop() {
      await parley.close();
      await db.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let accountNumber = 0;

async function makeAccount(
  db: Database,
  clock: Clock,
  request: TestParley['request'],
  input: Partial<NewAccount>,
): Promise<Account> {
  const email = input.email ?? `person${++accountNumber}@example.com`;
  const { user_id, workspace_id } = await createAccount(db, { ...input, email }, clock.now());
  const { key, row } = await createKey(db, user_id, { name: 'test' }, clock.now());
  const authorized: Send = (method, path, options = {}) =>
    request(method, path, { ...options, headers: { authorization: `Bearer ${key}`, ...options.headers } });
  return {
    user_id,
    workspace_id,
    key,
    key_id: row.id,
    revokeKey: () => revokeKey(db, row.id, clock.now()),
    setPlan: (plan) => setPlan(db, workspace_id, plan, clock.now()),
    newKey: async () => (await createKey(db, user_id, { name: 'another' }, clock.now())).key,
    request: authorized,
    get: (path) => authorized('GET', path),
    post: (path, body, headers) => authorized('POST', path, { body, headers }),
    patch: (path, body) => authorized('PATCH', path, { body }),
    put: (path, body) => authorized('PUT', path, { body }),
    delete: (path) => authorized('DELETE', path),
  };
}
