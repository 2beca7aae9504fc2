import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { type Borrowed, borrow } from './borrow.ts';
import type { SendOptions, Transaction, TransactionOptions } from './db.ts';
import { pgErrorCode } from './errors.ts';
import type { BatchResult } from './prepared-batch.ts';
import { isRetryable, withRetries } from './retry.ts';

/** A statement whose result the work does not wait for. */
export interface SentStatement {
  statement: Sql;
  options: SendOptions;
}

export interface TransactionDeps {
  pool: pg.Pool;
  queryOn<Row>(client: pg.PoolClient, statement: Sql): Promise<Row[]>;
  /** Runs statements as one transaction in one round trip. Returns undefined, without any effect, if that is not possible. */
  pipelinedWrite(statements: Sql[]): Promise<BatchResult | undefined>;
  /** Waits until everything that is committed is durable. */
  flush(): Promise<void>;
}

/** PostgreSQL's error code for every statement after the one that failed. */
const inFailedTransaction = '25P02';

/**
 * A transaction takes a connection only when its work needs a result. Sent statements wait until then, or until the end of
 * the work. If the work needed no result, all of them are committed in one round trip.
 *
 * If PostgreSQL ends the transaction in favour of another one, such as after a deadlock, the work runs again. So the work must
 * change nothing but rows: other effects belong into `afterCommit`, or must be safe to repeat.
 */
export const runInTransaction = <T>(
  deps: TransactionDeps,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> => withRetries(() => runOnce(deps, work, options));

async function runOnce<T>(
  deps: TransactionDeps,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const hints: (() => void)[] = [];
  let needsFlush = false;
  const state: { waiting: (() => SentStatement)[]; opened?: OpenTransaction } = { waiting: [] };
  const open = (): OpenTransaction => {
    state.opened ??= openTransaction(deps);
    for (const sent of state.waiting.splice(0)) state.opened.send(sent());
    return state.opened;
  };
  const query = <Row>(statement: Sql) => open().query<Row>(statement);
  const tx: Transaction = {
    query,
    lookUp: query,
    tryWrite: query,
    send(statement, options = {}) {
      const sent = (): SentStatement => ({
        statement: typeof statement === 'function' ? statement() : statement,
        options: options as SendOptions,
      });
      if (state.opened) state.opened.send(sent());
      else state.waiting.push(sent);
    },
    waitForSent: () => open().waitForSent(),
    transaction(nested, nestedOptions = {}) {
      apply(nestedOptions);
      return nested(tx);
    },
    afterCommit: (hint) => hints.push(hint),
  };
  const apply = ({ contended = false }: TransactionOptions) => {
    if (contended && !needsFlush) tx.send(sql`set local synchronous_commit = off`);
    needsFlush ||= contended;
  };
  apply(options);

  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    throw state.opened ? await state.opened.rollback(error) : error;
  }
  if (state.opened) await state.opened.commit();
  else if (state.waiting.length > 0)
    await commitAll(
      deps,
      state.waiting.map((sent) => sent()),
    );
  // No connection is held while this waits for the disk.
  if (needsFlush) await deps.flush();
  for (const hint of hints) hint();
  return result;
}

async function commitAll(deps: TransactionDeps, sent: SentStatement[]): Promise<void> {
  const done = await deps.pipelinedWrite(sent.map(({ statement }) => statement));
  if (!done) {
    const own = openTransaction(deps);
    for (const one of sent) own.send(one);
    return own.commit();
  }
  const { failure, results } = done;
  if (failure) {
    Error.captureStackTrace(failure.error);
    throw sent[failure.index]?.options.refused?.(failure.error) ?? failure.error;
  }
  for (const [i, { options }] of sent.entries()) options.committed?.(results[i] ?? []);
}

interface OpenTransaction {
  query<Row>(statement: Sql): Promise<Row[]>;
  send(sent: SentStatement): void;
  waitForSent(): Promise<void>;
  commit(): Promise<void>;
  /** Resolves with the error to report: if the given one is only a consequence, the error of the statement that failed first. */
  rollback(error: unknown): Promise<unknown>;
}

/** Uses its own connection. Only the work waits for results: BEGIN and COMMIT are pipelined with its statements. */
function openTransaction({ pool, queryOn }: TransactionDeps): OpenTransaction {
  const connecting = borrow(pool);
  const sentResults: Promise<unknown>[] = [];
  const committed: (() => void)[] = [];
  let firstFailure: unknown;
  const run = <R>(statement: (client: pg.PoolClient) => Promise<R>): Promise<R> => {
    const result = connecting.then(({ client }) => statement(client));
    result.catch((error) => {
      if (pgErrorCode(error) !== inFailedTransaction) firstFailure ??= error;
    });
    return result;
  };
  sentResults.push(run((client) => client.query('begin')));

  const release = async (finish?: (borrowed: Borrowed) => Promise<Error | undefined>) => {
    const borrowed = await connecting.catch(() => undefined);
    borrowed?.release(await finish?.(borrowed));
  };
  const rollback = async (error: unknown): Promise<unknown> => {
    // Waits for statements that were sent before, whose failure explains the error.
    await Promise.allSettled(sentResults);
    // If even the rollback fails, the connection is closed instead of returned.
    await release(({ client }) =>
      client.query('rollback').then(
        () => undefined,
        (failure: Error) => failure,
      ),
    );
    const isConsequence = pgErrorCode(error) === inFailedTransaction || isRetryable(firstFailure);
    return isConsequence ? (firstFailure ?? error) : error;
  };

  return {
    query: (statement) => run((client) => queryOn(client, statement)),
    send({ statement, options }) {
      const result = run(async (client) => {
        try {
          const rows = await queryOn(client, statement);
          if (options.committed) committed.push(() => options.committed?.(rows));
        } catch (error) {
          throw options.refused?.(error) ?? error;
        }
      });
      sentResults.push(result);
    },
    async waitForSent() {
      await Promise.allSettled(sentResults);
      if (firstFailure) throw firstFailure;
    },
    async commit() {
      const committing = run((client) => client.query('commit'));
      try {
        await Promise.all([...sentResults, committing]);
        // PostgreSQL responds to COMMIT with ROLLBACK after an error that the work has caught.
        if ((await committing).command !== 'COMMIT') throw new Error('The transaction was rolled back.');
      } catch (error) {
        throw await rollback(error);
      }
      await release();
      for (const hint of committed) hint();
    },
    rollback,
  };
}
