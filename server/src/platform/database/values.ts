/// <reference path="./pg-values.d.ts" />
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

const isoLength = '2026-11-15T12:00:00.000Z'.length;

/** Serializes a parameter. Instants and lists have faster code than pg's; all other values use pg's. */
export function toParameter(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return toInstant(value) ?? prepareValue(value);
  if (Array.isArray(value)) return toList(value) ?? prepareValue(value);
  return prepareValue(value);
}

/** The last serialized instant. Consecutive values often have the same millisecond. */
const lastSerialized = { ms: Number.NaN, text: '' };

/** Returns undefined for a year with more than four digits. */
function toInstant(value: Date): string | undefined {
  const ms = value.getTime();
  if (ms !== lastSerialized.ms) {
    lastSerialized.text = value.toISOString();
    lastSerialized.ms = ms;
  }
  return lastSerialized.text.length === isoLength ? lastSerialized.text : undefined;
}

/** A PostgreSQL array literal; undefined if an item is not a plain value. */
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
/** An instant as PostgreSQL prints it in the time zone UTC. */
const utcInstant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/;

/** The last parsed instant. The columns of a new row often have the same value. */
const lastParsed = { text: '', ms: Number.NaN };

function parseInstant(text: string): Date {
  if (text === lastParsed.text) return new Date(lastParsed.ms);
  if (!utcInstant.test(text)) return parseAsPg(text);
  lastParsed.ms = Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  lastParsed.text = text;
  return new Date(lastParsed.ms);
}

const parsers = new Map<number, (text: string) => unknown>([
  // Counts and sizes are bigint in SQL; those of Parley stay far below 2^53.
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, parseInstant],
  // A day such as 2026-12-01. pg returns midnight in the time zone of the server, which can be another day in UTC.
  [pg.types.builtins.DATE, String],
]);

/** Parsers for values that PostgreSQL returns. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};
