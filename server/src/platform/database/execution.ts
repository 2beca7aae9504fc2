import type { Duplex } from 'node:stream';
import pg from 'pg';
import { serialize } from 'pg-protocol';
import { toParameter, types } from './values.ts';

/** What is used of pg's connection; its two records say which names it knows or is about to. */
interface Connection {
  stream: Duplex;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

/** How the rows of a statement look on one connection: told once, and PostgreSQL refuses to change it afterwards. */
export interface RowShape {
  names: string[];
  parsers: ((text: string) => unknown)[];
  blank: Record<string, unknown>;
}

/** Of each connection, by the name of the statement. */
export type RowShapes = WeakMap<Connection, Map<string, RowShape>>;

export interface NamedStatement {
  name: string;
  text: string;
}

interface Field {
  name: string;
  dataTypeID: number;
}

type Answered = (error: Error | null, rows?: unknown[]) => void;

/** What pg asks of whatever runs on its connections, which is also how its cursors are made. */
interface Submittable {
  name?: string;
  text?: string;
  callback?: Answered | undefined;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: { fields: Field[] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

const withoutRows: RowShape = { names: [], parsers: [], blank: {} };
const executeAndSync = Buffer.concat([serialize.execute(), serialize.sync()]);
const describe = serialize.describe({ type: 'P' });

/** Pipelined connections run nothing but pg's own class and those made from it; its types know less than it does. */
const Query = pg.Query as unknown as new (text: string) => Submittable;

/**
 * One execution of a named statement (ADR 3). Different from pg's own it asks only once on each connection how the
 * rows look, and it is sent in one piece.
 */
export class Execution extends Query {
  readonly #values: unknown[];
  readonly #shapes: RowShapes;
  readonly #rows: unknown[] = [];
  #shapesHere: Map<string, RowShape> | undefined;
  #shape: RowShape | undefined;
  #failure: Error | undefined;

  constructor({ name, text }: NamedStatement, values: unknown[], shapes: RowShapes, answered?: Answered) {
    super(text);
    this.name = name;
    this.text = text;
    this.callback = answered;
    this.#values = values;
    this.#shapes = shapes;
  }

  override submit(connection: Connection): Error | null {
    const name = this.name as string;
    const text = this.text as string;
    const parts: Buffer[] = [];
    try {
      parts.push(serialize.bind({ statement: name, values: this.#values, valueMapper: toParameter }));
    } catch (error) {
      return error as Error;
    }
    if (!(connection.parsedStatements[name] ?? connection.submittedNamedStatements[name])) {
      connection.submittedNamedStatements[name] = text;
      parts.unshift(serialize.parse({ name, text }));
    }
    this.#shapesHere = shapesOf(this.#shapes, connection);
    this.#shape = this.#shapesHere.get(name);
    if (!this.#shape) parts.push(describe);
    parts.push(executeAndSync);
    if (connection.stream.writable) connection.stream.write(Buffer.concat(parts));
    return null;
  }

  override handleRowDescription({ fields }: { fields: Field[] }): void {
    const names = fields.map((field) => field.name);
    this.#shape = {
      names,
      parsers: fields.map((field) => types.getTypeParser(field.dataTypeID, 'text')),
      blank: Object.fromEntries(names.map((name) => [name, null])),
    };
    this.#shapesHere?.set(this.name as string, this.#shape);
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const shape = this.#shape;
    if (!shape || this.#failure) return;
    const { names, parsers } = shape;
    const row = { ...shape.blank };
    try {
      for (let i = 0; i < fields.length; i++) {
        const text = fields[i];
        if (text != null) row[names[i] as string] = parsers[i]?.(text);
      }
    } catch (error) {
      this.#failure = error as Error;
    }
    this.#rows.push(row);
  }

  override handleCommandComplete(): void {
    if (!this.#shape) this.#shapesHere?.set(this.name as string, withoutRows);
  }

  override handleReadyForQuery(): void {
    if (this.#failure) this.callback?.(this.#failure);
    else this.callback?.(null, this.#rows);
  }

  override handleError(error: Error): void {
    this.callback?.(error);
  }
}

function shapesOf(shapes: RowShapes, connection: Connection): Map<string, RowShape> {
  let here = shapes.get(connection);
  if (!here) {
    here = new Map();
    shapes.set(connection, here);
  }
  return here;
}
