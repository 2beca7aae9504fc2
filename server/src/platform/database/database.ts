import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { Execution, type NamedStatement, type RowShapes } from './execution.ts';
import { createFlush } from './flush.ts';
import { createSharing } from './sharing.ts';
import { types } from './values.ts';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/** The pool, or a transaction that is open: a store does not care which. */
export interface Db {
  query<Row = unknown>(statement: Sql): Promise<Row[]>;
  /**
   * A read by key, which PostgreSQL answers at once and which waits for no lock. All that are under way share one
   * connection and travel together, so that one costs a fraction of a query; a slow one would hold up the others.
   */
  lookUp<Row = unknown>(statement: Sql): Promise<Row[]>;
  /**
   * A change that is one statement and soon done. All that are under way share a few connections and travel together;
   * one that would have to wait for a lock steps aside and is done on a connection of its own.
   */
  write<Row = unknown>(statement: Sql): Promise<Row[]>;
  /** Runs the work in a transaction; inside one that is already open, joins it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs once the open transaction is committed, at once where there is none. For hints only: a crash skips it. */
  afterCommit(hint: () => void): void;
}

export interface Transaction extends Db {
  /** A statement that nobody reads the answer of: it travels with the commit, and if it fails so does the transaction. */
  send(statement: Sql): void;
  /**
   * For a transaction whose locks many others wait for: its commit does not wait for the disk, so its locks are released
   * sooner. The transaction still resolves only when the disk has the commit; until then other transactions may see it,
   * and a crash of PostgreSQL may undo it. What they write on top of it comes later in the log, so it is never durable
   * without it.
   */
  unlockBeforeFlush(): void;
}

export interface Database extends Db {
  /** A connection of one's own, for what lives longer than a statement (LISTEN, locks). */
  connect(): Promise<pg.PoolClient>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  connection: pg.PoolConfig;
  /** Named statements are planned once per connection; a pooler in transaction mode can't keep them. */
  prepare: boolean;
  /** A pooler stands in between: what is set on a connection may be set for anybody. */
  pooled?: boolean;
  /** Of the whole process, beside those that are somebody's own; a fifth of them, four at most, is for writes. */
  maxConnections: number;
  onIdleError: (error: Error) => void;
}

const maxPrepared = 500;

/** For writes: four back ends keep several processors and the disk busy, and eight to each are answered in milliseconds. */
const writersMax = 4;
const writerDepth = 8;
/** How long one may keep the others on its connection waiting. */
const writerPatienceMs = 50;
const lockNotAvailable = '55P03';

export function createDatabase(options: DatabaseOptions): Database {
  // One name for all connections of this process: it can tell them from those of others.
  const application_name = `parley ${randomUUID().slice(0, 8)}`;
  const open = (own: pg.PoolConfig) => {
    const pool = new pg.Pool({
      ...options.connection,
      types,
      application_name,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      ...own,
    });
    // A back end that dies while idle is replaced by the pool; unheard, its error would end the process.
    pool.on('error', options.onIdleError);
    return pool;
  };
  // Only where a connection keeps what is set on it: there nobody waits for a lock for long.
  const isOwn = options.prepare && !options.pooled;
  const writerCount = isOwn ? Math.min(writersMax, Math.ceil(options.maxConnections / 5)) : 0;
  // What is known to follow is sent without waiting: BEGIN with the first statement, the last one with COMMIT.
  const pool = open({ max: options.maxConnections - writerCount, pipeline: true });
  const writers = open({
    max: writerCount,
    pipeline: true,
    onConnect: async (client) => {
      await client.query(`set lock_timeout = ${writerPatienceMs}`);
    },
  });
  // COPY can't share a connection in this way.
  const single = open({ max: 5 });

  // Of its own, so that a flush never waits for a connection held by a transaction that waits for a lock.
  const flusher = open({ max: 1 });
  const flush = createFlush(flusher);

  const shapes: RowShapes = new WeakMap();
  const named = options.prepare ? createNames() : () => undefined;
  const execute = (statement: Sql, answered?: (error: Error | null, rows?: unknown[]) => void) => {
    const name = named(statement);
    return name && new Execution(name, statement.values, shapes, answered);
  };

  const query = async <Row>(statement: Sql): Promise<Row[]> => {
    const execution = execute(statement);
    if (!execution) return (await pool.query(unnamed(statement))).rows as Row[];
    return (await pool.query(execution as unknown as pg.QueryConfig)) as unknown as Row[];
  };

  const queryOn = async <Row>(client: pg.PoolClient, statement: Sql): Promise<Row[]> => {
    try {
      return await new Promise((resolve, reject) => {
        const execution = execute(statement, (error, rows) =>
          error ? reject(error) : resolve(rows as Row[]),
        );
        if (execution) client.query(execution as unknown as pg.Submittable);
        else client.query(unnamed(statement)).then(({ rows }) => resolve(rows as Row[]), reject);
      });
    } catch (error) {
      // The stack of whoever asked, instead of the one in which the answer was read.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  };

  const lookTogether = createSharing(pool, { connections: 1, depth: 1 });
  const writeTogether = createSharing(writers, { connections: writerCount, depth: writerDepth });

  const write = async <Row>(statement: Sql): Promise<Row[]> => {
    if (writerCount === 0) return query(statement);
    try {
      return await writeTogether((client) => queryOn<Row>(client, statement));
    } catch (error) {
      if (pgErrorCode(error) !== lockNotAvailable) throw error;
      return query(statement);
    }
  };

  return {
    query,
    lookUp: (statement) => lookTogether((client) => queryOn(client, statement)),
    write,
    transaction: (work) => inTransaction(pool, queryOn, flush, work),
    afterCommit: (hint) => hint(),
    connect: () => single.connect(),
    close: async () => {
      await Promise.all([pool.end(), single.end(), writers.end(), flusher.end()]);
    },
  };
}

const unnamed = ({ text, values }: Sql): pg.QueryConfig => ({ text, values });

/** Names for statements, by what they say; without values it may be a script of several, which can't have one. */
function createNames(): (statement: Sql) => NamedStatement | undefined {
  const names = new Map<string, NamedStatement>();
  return (statement) => {
    if (statement.values.length === 0) return undefined;
    // Quicker to put together than the text with its numbers, and as telling.
    const parts = statement.strings.join('\0');
    const known = names.get(parts);
    if (known || names.size >= maxPrepared) return known;
    const { text } = statement;
    const named = { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
    names.set(parts, named);
    return named;
  };
}

async function inTransaction<T>(
  pool: pg.Pool,
  queryOn: <Row>(client: pg.PoolClient, statement: Sql) => Promise<Row[]>,
  flush: () => Promise<void>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { result, hints, needsFlush } = await commitWork(pool, queryOn, work);
  // Without a connection, so that the wait for the disk takes none from the pool.
  if (needsFlush) await flush();
  for (const hint of hints) hint();
  return result;
}

async function commitWork<T>(
  pool: pg.Pool,
  queryOn: <Row>(client: pg.PoolClient, statement: Sql) => Promise<Row[]>,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ result: T; hints: (() => void)[]; needsFlush: boolean }> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that is lost between two statements emits instead of rejecting; the next statement then fails.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  const hints: (() => void)[] = [];
  let needsFlush = false;
  const unanswered: Promise<unknown>[] = [];
  const submit = (answer: Promise<unknown>) => {
    // Awaited with the commit; until then a failure is not yet anybody's.
    answer.catch(() => {});
    unanswered.push(answer);
  };
  const tx: Transaction = {
    query: (statement) => queryOn(client, statement),
    lookUp: (statement) => queryOn(client, statement),
    write: (statement) => queryOn(client, statement),
    send: (statement) => submit(queryOn(client, statement)),
    transaction: (nested) => nested(tx),
    afterCommit: (hint) => hints.push(hint),
    unlockBeforeFlush: () => {
      if (!needsFlush) submit(client.query('set local synchronous_commit = off'));
      needsFlush = true;
    },
  };
  try {
    submit(client.query('begin'));
    const result = await work(tx);
    const committing = client.query('commit');
    submit(committing);
    await Promise.all(unanswered);
    // So it is after a statement that failed and whose failure the work has swallowed.
    if ((await committing).command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return { result, hints, needsFlush };
  } catch (error) {
    // If even the rollback fails the connection is of no more use: it is thrown away, not returned.
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** PostgreSQL's own code of an error, e.g. `23505` for a unique violation. */
export function pgErrorCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
