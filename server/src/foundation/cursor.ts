import { createHash } from 'node:crypto';
import { invalidField } from './errors.ts';

/**
 * The position after a page, as an opaque string: sort key and id of the last row, bound to the list that returned it.
 * With another sort or filter the cursor is refused (spec §1.8).
 */
export interface Position {
  key: string;
  id: string;
}

/** Identifies a list by its route, sort and filters. Requests with equal fingerprints read pages of the same list. */
export function listFingerprint(parts: Record<string, unknown>): string {
  const stable = Object.keys(parts)
    .filter((name) => parts[name] !== undefined)
    .sort()
    .map((name) => [name, parts[name]]);
  return createHash('sha256').update(JSON.stringify(stable)).digest('base64url').slice(0, 8);
}

export function encodeCursor(fingerprint: string, position: Position): string {
  return Buffer.from(JSON.stringify([fingerprint, position.key, position.id])).toString('base64url');
}

export const notACursor =
  'This is not a cursor of this API: send the cursor of the previous page, unchanged.';

/** Checks only the format. `decodeCursor` checks that the cursor belongs to the list. */
export const isCursor = (text: string): boolean => parse(text) !== undefined;

export function decodeCursor(fingerprint: string, cursor: string): Position {
  const parsed = parse(cursor);
  if (!parsed) throw invalidField('cursor', notACursor);
  const [encodedFor, key, id] = parsed;
  if (encodedFor !== fingerprint) {
    throw invalidField(
      'cursor',
      'This cursor belongs to a list with another sort order or other filters. Start again without a cursor.',
    );
  }
  return { key, id };
}

function parse(cursor: string): [string, string, string] | undefined {
  if (!/^[\w-]{1,2000}$/.test(cursor)) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.toString('base64url') !== cursor) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (!Array.isArray(value) || value.length !== 3) return undefined;
    const storable = (part: unknown) =>
      typeof part === 'string' && part.isWellFormed() && !part.includes('\0');
    return value.every(storable) ? (value as [string, string, string]) : undefined;
  } catch {
    return undefined;
  }
}
