import type pg from 'pg';
import type { Sql } from 'sql-template-tag';

/** The pool or an open transaction: a store works with either. */
export interface Db {
  query<Row = unknown>(statement: Sql): Promise<Row[]>;
  /**
   * A read by key, which is fast and waits for no lock. Concurrent look-ups share one connection, so that each costs a
   * fraction of a query; a slow one would delay the others.
   */
  lookUp<Row = unknown>(statement: Sql): Promise<Row[]>;
  /**
   * A short write in one statement, which is committed when this resolves. Concurrent writes share few connections, so that
   * each costs a fraction of a query. Returns undefined, without any effect, if it would wait for a lock, or if connections
   * cannot be shared: use `query` then.
   */
  tryWrite<Row = unknown>(statement: Sql): Promise<Row[] | undefined>;
  /** Runs the work in a transaction; inside an open transaction, joins it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs after the open transaction is committed, or at once outside of one. For hints only: a crash skips it. */
  afterCommit(hint: () => void): void;
}

export interface Transaction extends Db {
  /**
   * Sends a statement without waiting for its result; if it fails, the transaction does. A transaction that only sends
   * costs one round trip. A function is called when the statement is sent, which may be after the work has returned.
   */
  send<Row = unknown>(statement: Sql | (() => Sql), options?: SendOptions<Row>): void;
  /** Waits until all statements sent so far have been executed; rejects with the error of the first that failed. */
  waitForSent(): Promise<void>;
}

export interface TransactionOptions {
  /**
   * Many others wait for the locks of this transaction: its commit does not wait for the disk, so its locks are released
   * sooner. The transaction still resolves only when the disk has the commit; until then other transactions may see it,
   * and a crash of PostgreSQL may undo it. What they write on top of it comes later in the log, so it is never durable
   * without it.
   */
  contended?: boolean;
}

export interface SendOptions<Row = unknown> {
  /** Called with the rows after the commit. For hints only, like `afterCommit`. */
  committed?(rows: Row[]): void;
  /** Translates a refusal by the database, such as a unique violation, into the error to throw. */
  refused?(error: unknown): Error | undefined;
}

export interface Database extends Db {
  /**
   * Connections that no other transaction holds, for short writes that must be committed before the caller's transaction
   * ends. With the pool, concurrent callers could hold all of its connections while each waits for one more. What runs here
   * must not wait for a lock.
   */
  apart: Db;
  /** A connection for work that outlives a statement, such as LISTEN, COPY or session locks. */
  connect(): Promise<pg.PoolClient>;
  close(): Promise<void>;
}
