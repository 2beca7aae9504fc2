import type { Duplex } from 'node:stream';
import pg from 'pg';
import { serialize } from 'pg-protocol';
import { toParameter, types } from './values.ts';

/** The part of pg's connection that is used here. */
interface Connection {
  stream: Duplex;
}

export interface NamedStatement {
  name: string;
  text: string;
  values: unknown[];
}

interface Field {
  name: string;
  dataTypeID: number;
}

type Callback = (error: Error | null, results?: unknown[][]) => void;

/** The interface that pg expects of a query on its connections. */
interface Submittable {
  callback?: Callback | undefined;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: { fields: Field[] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

/** A pipelined connection of pg accepts subclasses of its own Query only; its types do not declare these methods. */
const Query = pg.Query as unknown as new (text: string) => Submittable;

const sync = serialize.sync();
const execute = serialize.execute();

/**
 * Parses and describes a statement once per connection. pg itself requests the description on every execution, and reads
 * it every time; PostgreSQL refuses to execute a statement whose row type has changed, so once is enough.
 */
class Preparation extends Query {
  readonly #statement: NamedStatement;
  readonly #forget: () => void;
  failure: Error | undefined;
  names: string[] = [];
  parsers: ((text: string) => unknown)[] = [];
  emptyRow: Record<string, unknown> = {};

  constructor(statement: NamedStatement, forget: () => void) {
    super(statement.text);
    this.#statement = statement;
    this.#forget = forget;
    this.callback = () => {};
  }

  override submit({ stream }: Connection): null {
    const { name, text } = this.#statement;
    if (stream.writable)
      stream.write(
        Buffer.concat([serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), sync]),
      );
    return null;
  }

  override handleRowDescription({ fields }: { fields: Field[] }): void {
    this.names = fields.map((field) => field.name);
    this.parsers = fields.map((field) => types.getTypeParser(field.dataTypeID, 'text'));
    this.emptyRow = Object.fromEntries(this.names.map((name) => [name, null]));
  }

  override handleReadyForQuery(): void {}

  override handleError(error: Error): void {
    this.failure = error;
    this.#forget();
  }
}

/**
 * Executes prepared statements with one Sync after the last. PostgreSQL runs them as one transaction: it skips the rest
 * after an error, and commits at the Sync if there was none. Everything is written to the socket in one piece.
 */
class Batch extends Query {
  readonly #preparations: Preparation[];
  readonly #bytes: Buffer;
  readonly #results: unknown[][] = [];
  #rows: unknown[] = [];
  #failure: Error | undefined;

  constructor(preparations: Preparation[], bytes: Buffer, callback: Callback) {
    super('');
    this.#preparations = preparations;
    this.#bytes = bytes;
    this.callback = callback;
  }

  override submit({ stream }: Connection): null {
    if (stream.writable) stream.write(this.#bytes);
    return null;
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers, emptyRow } = this.#preparations[this.#results.length] as Preparation;
    const row = { ...emptyRow };
    try {
      for (let i = 0; i < fields.length; i++) {
        const text = fields[i];
        if (text != null) row[names[i] as string] = parsers[i]?.(text);
      }
    } catch (error) {
      this.#failure ??= error as Error;
    }
    this.#rows.push(row);
  }

  override handleCommandComplete(): void {
    this.#results.push(this.#rows);
    this.#rows = [];
  }

  override handleReadyForQuery(): void {
    this.callback?.(this.#failure ?? null, this.#results);
  }

  override handleError(error: Error): void {
    const failedPreparation = this.#preparations.find(({ failure }) => failure)?.failure;
    this.callback?.(failedPreparation ?? error, this.#results);
  }
}

/** What each connection has prepared, by statement name. */
const preparedOn = new WeakMap<pg.PoolClient, Map<string, Preparation>>();

export interface BatchResult {
  /** The rows of each statement that succeeded. */
  results: unknown[][];
  /** After an error nothing of the batch is committed; `index` is the statement that failed. */
  failure?: { error: Error; index: number };
}

/**
 * Runs the statements as one transaction, or as a part of the one that is open on the connection. Throws, before anything
 * is sent, if a value cannot be serialized.
 */
export function runBatch(client: pg.PoolClient, statements: NamedStatement[]): Promise<BatchResult> {
  const parts: Buffer[] = [];
  for (const { name, values } of statements)
    parts.push(serialize.bind({ statement: name, values, valueMapper: toParameter }), execute);
  parts.push(sync);
  const preparations = statements.map((statement) => prepareOnce(client, statement));
  return new Promise((resolve) => {
    const batch = new Batch(preparations, Buffer.concat(parts), (error, results = []) =>
      resolve(error ? { results, failure: { error, index: results.length } } : { results }),
    );
    client.query(batch as unknown as pg.Submittable);
  });
}

function prepareOnce(client: pg.PoolClient, statement: NamedStatement): Preparation {
  let prepared = preparedOn.get(client);
  if (!prepared) {
    prepared = new Map();
    preparedOn.set(client, prepared);
  }
  const known = prepared.get(statement.name);
  if (known) return known;
  const preparation = new Preparation(statement, () => prepared.delete(statement.name));
  prepared.set(statement.name, preparation);
  client.query(preparation as unknown as pg.Submittable);
  return preparation;
}
