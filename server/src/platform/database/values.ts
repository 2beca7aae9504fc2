/// <reference path="./pg-values.d.ts" />
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

const isoLength = '2026-11-15T12:00:00.000Z'.length;

/** What is sent for a value: an instant in UTC, a list as quickly as it can be; the rest as pg writes it. */
export function toParameter(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return toInstant(value) ?? prepareValue(value);
  if (Array.isArray(value)) return toList(value) ?? prepareValue(value);
  return prepareValue(value);
}

/** The last instant that was written: neighbours in a list are often of the same millisecond. */
const written = { ms: Number.NaN, text: '' };

/** Nothing for an instant so far away that its year has more than four digits. */
function toInstant(value: Date): string | undefined {
  const ms = value.getTime();
  if (ms !== written.ms) {
    written.text = value.toISOString();
    written.ms = ms;
  }
  return written.text.length === isoLength ? written.text : undefined;
}

/** A list of plain values as PostgreSQL reads it; nothing where there is something else among them. */
function toList(values: unknown[]): string | undefined {
  let text = '{';
  for (let i = 0; i < values.length; i++) {
    const item = toItem(values[i]);
    if (item === undefined) return undefined;
    text += i === 0 ? item : `,${item}`;
  }
  return `${text}}`;
}

function toItem(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value instanceof Date ? toInstant(value) : undefined;
}

function quoted(text: string): string {
  const plain = !text.includes('"') && !text.includes('\\');
  return plain ? `"${text}"` : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const parseAsPg = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => Date;
/** The usual instant, as PostgreSQL writes it where its time zone is UTC. */
const usual = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/;

/** The last instant that was read: the columns of a new row often hold the same. */
const read = { text: '', ms: Number.NaN };

function parseInstant(text: string): Date {
  if (text === read.text) return new Date(read.ms);
  if (!usual.test(text)) return parseAsPg(text);
  read.ms = Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  read.text = text;
  return new Date(read.ms);
}

const parsers = new Map<number, (text: string) => unknown>([
  // Counts and sizes are bigint in SQL; all of ours stay far below 2^53.
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, parseInstant],
]);

/** How values are read. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};
