import { decodeCursor, encodeCursor, notACursor, type Position } from '../../../foundation/cursor.ts';
import { invalidField } from '../../../foundation/errors.ts';

/**
 * How far a reader has come. It reads the log window by window: a window is what became visible between two snapshots of the
 * database, and is in the order of creation. An event that is committed late is in a later window, so none is skipped.
 */
export interface LogPosition {
  /** What this snapshot could see was read in earlier windows; nothing in the first window. */
  seen: string | undefined;
  /** The window ends with what this snapshot can see; nothing where the window is yet to be opened. */
  until: string | undefined;
  /** More was there behind the window when it was opened. */
  more: boolean;
  /** The last event that was read in the window. */
  after: Position | undefined;
}

export const beginning: LogPosition = { seen: undefined, until: undefined, more: false, after: undefined };

const mark = { last: 'log', more: 'log+' };
/** Keeps a cursor, which holds two of them, below the length that a cursor may have. */
const snapshotLengthMax = 500;

export function encodePosition(fingerprint: string, epoch: string, position: LogPosition): string {
  const { seen = '', until = '', more, after } = position;
  return encodeCursor(fingerprint, {
    key: [more ? mark.more : mark.last, epoch, seen, until, after?.key ?? ''].join('|'),
    id: after?.id ?? '',
  });
}

export function decodePosition(fingerprint: string, epoch: string, cursor: string): LogPosition {
  const { key, id } = decodeCursor(fingerprint, cursor);
  const [first, madeIn, seen, until, afterKey, ...rest] = key.split('|');
  // A cursor of an earlier version is a place in the order of creation.
  if (first !== mark.last && first !== mark.more) return { ...beginning, after: { key, id } };
  if (afterKey === undefined || rest.length > 0) throw invalidField('cursor', notACursor);
  if (madeIn !== epoch) {
    throw invalidField(
      'cursor',
      'This cursor is from before the database was restored. Start again, with created_after.',
    );
  }
  return {
    seen: seen || undefined,
    until: until || undefined,
    more: first === mark.more,
    after: afterKey ? { key: afterKey, id } : undefined,
  };
}

/**
 * A snapshot that fits into a cursor. With very many transactions under way it is replaced by the one that sees only what is
 * older than all of them; the rest is left to the next window.
 */
export function shortSnapshot(snapshot: string): string {
  return snapshot.length <= snapshotLengthMax ? snapshot : settledBefore(snapshot.split(':')[0] as string);
}

/** The snapshot that sees every transaction before this one. All of them must have ended. */
export const settledBefore = (transactionId: string | bigint): string => `${transactionId}:${transactionId}:`;
