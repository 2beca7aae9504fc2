import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { borrow, connectTo } from './borrow.ts';
import type { Database } from './db.ts';
import { lockNotAvailable, pgErrorCode } from './errors.ts';
import { createFlush } from './flush.ts';
import { createPipeline } from './pipeline.ts';
import { type BatchResult, type NamedStatement, runBatch } from './prepared-batch.ts';
import { isRetryable, withRetries } from './retry.ts';
import { createStatementNames } from './statement-names.ts';
import { runInTransaction } from './transaction.ts';
import { types } from './values.ts';

export interface DatabaseOptions {
  connection: pg.PoolConfig;
  /** Named statements are planned once per connection; a pooler in transaction mode does not support them. */
  prepare: boolean;
  /** Whether a pooler is between this process and PostgreSQL, so that settings of a connection may affect other clients. */
  pooled?: boolean;
  /**
   * The limit of the process, without connections of `connect`. A fifth of them, at most four, are for pipelined writes,
   * and one is for reads by key.
   */
  maxConnections: number;
  /** How long work waits for a free connection, or for PostgreSQL to accept a new one. */
  connectTimeoutMs?: number;
  onIdleError: (error: Error) => void;
}

/** Four back ends keep several cores and the disk busy, and with eight transactions each they respond in milliseconds. */
const writersMax = 4;
const writesPerConnection = 8;
/** How long a pipelined write may delay those behind it by waiting for a lock. */
const writeLockTimeoutMs = 50;
/**
 * Short writes find rows by key. A plan that is made while a table is small would otherwise read the whole table, and still
 * do so after it has grown. Before PostgreSQL 18, a scan that has no alternative would look expensive enough to be compiled.
 */
const planForShortWrites = 'set enable_seqscan = off; set jit = off';
/** Half of the time that the SDK waits for a response: on an overloaded machine, waiting is better than a refusal. */
const defaultConnectTimeoutMs = 30_000;

export function createDatabase(options: DatabaseOptions): Database {
  // One name for all connections of this process distinguishes them from those of other processes.
  const application_name = `parley ${randomUUID().slice(0, 8)}`;
  const open = (own: pg.PoolConfig) => {
    const pool = new pg.Pool({
      ...options.connection,
      types,
      application_name,
      connectionTimeoutMillis: options.connectTimeoutMs ?? defaultConnectTimeoutMs,
      idleTimeoutMillis: 30_000,
      ...own,
    });
    // The pool replaces an idle connection that is lost. Work on a lost connection fails with its next statement. Without
    // listeners the errors would end the process.
    pool.on('error', options.onIdleError);
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  // Behind a pooler, lock_timeout would apply to other clients too.
  const hasWriters = options.prepare && !options.pooled;
  const writerCount = hasWriters ? Math.min(writersMax, Math.ceil(options.maxConnections / 5)) : 0;
  const pool = open({ max: Math.max(1, options.maxConnections - writerCount - 1), pipeline: true });
  // Reads by key never wait for transactions that wait for a lock.
  const reader = open({ max: 1, pipeline: true });
  const writers = open({
    max: writerCount,
    pipeline: true,
    onConnect: async (client) => {
      await client.query(`set lock_timeout = ${writeLockTimeoutMs}; ${planForShortWrites}`);
    },
  });
  // COPY does not work on a pipelined connection.
  const single = open({ max: 5 });
  // A flush never waits for a connection held by a transaction that waits for a lock.
  const flusher = open({ max: 1 });
  const apart = open({ max: 2, pipeline: true });

  const nameOf = options.prepare ? createStatementNames() : () => undefined;
  const pipelinedRead = createPipeline(reader, { connections: 1, depth: 1 });
  const flush = createFlush(flusher);
  const onWriter = createPipeline(writers, { connections: writerCount, depth: writesPerConnection });

  const queryOn = async <Row>(client: pg.PoolClient, statement: Sql): Promise<Row[]> => {
    const named = nameOf(statement);
    if (!named) {
      const { text, values } = statement;
      return (await client.query({ text, values })).rows as Row[];
    }
    return rowsOf<Row>(await runBatch(client, [named]));
  };

  const queryFrom =
    (own: pg.Pool) =>
    <Row>(statement: Sql): Promise<Row[]> =>
      withRetries(async () => {
        const { client, release } = await borrow(own);
        try {
          return await queryOn<Row>(client, statement);
        } finally {
          release();
        }
      });

  /**
   * Returns undefined if the transaction would wait for a lock, or deadlocked. It was rolled back then, and runs again on its
   * own connection.
   */
  const pipelinedWrite = async (statements: Sql[]) => {
    const named = statements.map(nameOf);
    if (writerCount === 0 || !named.every((one): one is NamedStatement => one !== undefined))
      return undefined;
    const done = await onWriter((client) => runBatch(client, named));
    const error = done.failure?.error;
    return pgErrorCode(error) === lockNotAvailable || isRetryable(error) ? undefined : done;
  };

  const afterCommit = (hint: () => void) => hint();
  return {
    query: queryFrom(pool),
    lookUp: (statement) => pipelinedRead((client) => queryOn(client, statement)),
    async tryWrite<Row>(statement: Sql) {
      const done = await pipelinedWrite([statement]);
      return done && rowsOf<Row>(done);
    },
    transaction: (work, options) => runInTransaction({ pool, queryOn, pipelinedWrite, flush }, work, options),
    afterCommit,
    apart: {
      query: queryFrom(apart),
      lookUp: queryFrom(apart),
      tryWrite: queryFrom(apart),
      transaction: (work, options) =>
        runInTransaction(
          { pool: apart, queryOn, pipelinedWrite: async () => undefined, flush },
          work,
          options,
        ),
      afterCommit,
    },
    connect: () => connectTo(single),
    close: async () => {
      await Promise.all([pool, reader, single, writers, flusher, apart].map((one) => one.end()));
    },
  };
}

/** The rows of the only statement of a batch. */
function rowsOf<Row>({ results, failure }: BatchResult): Row[] {
  if (!failure) return results[0] as Row[];
  // Replaces the stack of the socket handler with the stack of the caller.
  Error.captureStackTrace(failure.error);
  throw failure.error;
}
