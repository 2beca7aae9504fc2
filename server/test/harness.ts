import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@parley/testing';
import pg from 'pg';
import { inject } from 'vitest';
import { compose, type Parley } from '../src/app/compose.ts';
import { createAccount, type NewAccount, setPlan } from '../src/features/identity/accounts/index.ts';
import { createKey, revokeKey } from '../src/features/identity/api-keys/index.ts';
import type { Clock } from '../src/foundation/clock.ts';
import type { PlanName } from '../src/foundation/plans.ts';
import { type Config, readConfig } from '../src/platform/config/index.ts';
import { createDatabase, type Database } from '../src/platform/database/index.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createContractCheck } from './contract-check.ts';
import { templateDatabase } from './postgres.ts';

export { until } from '@parley/testing';

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

export interface TestResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really sent.
  body: any;
  text: string;
}

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
  request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
  get(path: string): Promise<TestResponse>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  patch(path: string, body: unknown): Promise<TestResponse>;
  put(path: string, body: unknown): Promise<TestResponse>;
  delete(path: string): Promise<TestResponse>;
}

export interface TestParley extends Parley {
  url: string;
  db: Database;
  clock: Clock;
  config: Config;
  connection: pg.PoolConfig;
  account(input?: Partial<NewAccount>): Promise<Account>;
  request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
  stop(): Promise<void>;
}

/** Starts Parley with its own database and port. Every response is validated against openapi.json. */
export async function startParley(
  options: {
    clock?: Clock;
    env?: Record<string, string>;
    work?: boolean;
    sameDatabaseAs?: TestParley;
    connectTimeoutMs?: number;
  } = {},
): Promise<TestParley> {
  // With `sameDatabaseAs` it is a second node of the same installation.
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
  const check = createContractCheck(parley.openapi);

  const request = async (
    method: string,
    path: string,
    { body, headers = {} }: RequestOptions = {},
  ): Promise<TestResponse> => {
    const json = body !== undefined && !(body instanceof FormData) && typeof body !== 'string';
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(json || typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: json ? JSON.stringify(body) : (body as string | FormData | undefined),
    });
    const text = await response.text();
    const received = {
      status: response.status,
      headers: response.headers,
      body: text ? JSON.parse(text) : undefined,
      text,
    };
    check(method, path, received);
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
  const authorized = (method: string, path: string, options: RequestOptions = {}) =>
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

let databaseNumber = 0;

/** Creates a migrated database. The caller must call `drop`. */
export async function createTestDatabase() {
  const server = inject('postgres');
  const name = `parley_test_${process.pid}_${++databaseNumber}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ ...server, database: 'postgres' });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name} template ${templateDatabase}`);
  return {
    connection: { ...server, database: name },
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}
