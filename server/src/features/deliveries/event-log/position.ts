import { decodeCursor, encodeCursor, notACursor, type Position } from '../../../foundation/cursor.ts';
import { invalidField } from '../../../foundation/errors.ts';

/**
 * How far a client has read. The log is read window by window. A window contains the events that became visible between
 * two snapshots of the database, in the order of creation. An event that is committed late is in a later window, so none
 * is skipped.
 */
export interface LogPosition {
  /** Events visible in this snapshot were read in earlier windows; undefined in the first window. */
  seen: string | undefined;
  /** The window contains only events visible in this snapshot; undefined before the window is opened. */
  until: string | undefined;
  /** There were more events after the window when it was opened. */
  more: boolean;
  /** The last event of the window that was read. */
  after: Position | undefined;
}

export const beginning: LogPosition = { seen: undefined, until: undefined, more: false, after: undefined };

const mark = { last: 'log', more: 'log+' };
/** A cursor contains two snapshots and must not exceed the maximum length of cursors. */
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
  const isPosition = first === mark.last || first === mark.more;
  if (!isPosition || afterKey === undefined || rest.length > 0) throw invalidField('cursor', notACursor);
  if (madeIn !== epoch) {
    throw invalidField(
      'cursor',
      'This cursor was created before the database was restored. Start again with created_after.',
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
 * A snapshot that fits into a cursor. A snapshot with very many running transactions is replaced by one that sees only
 * transactions older than all of them. The next window contains the rest.
 */
export function shortSnapshot(snapshot: string): string {
  return snapshot.length <= snapshotLengthMax ? snapshot : snapshotBefore(snapshot.split(':')[0] as string);
}

/** The snapshot that sees every transaction before this one. All of them must have ended. */
export const snapshotBefore = (transactionId: string | bigint): string =>
  `${transactionId}:${transactionId}:`;
