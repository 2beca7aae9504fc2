import pg from 'pg';

/** PostgreSQL's code of an error, e.g. `23505` for a unique violation. */
export function pgErrorCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True if the error is a duplicate key in the unique index of that name. */
export const violatesUnique = (error: unknown, index: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === index;

/**
 * The reference that a foreign key refused because the other record does not exist (any more). Undefined for other
 * errors, including the refusal to delete a record that another one refers to.
 */
export function findMissingReference(error: unknown): { column: string; table: string } | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23503') return undefined;
  if (isBlockedDeletion(error)) return undefined;
  // PostgreSQL has no separate fields for this, and translates the text by `lc_messages`: then column and table are empty.
  const match = /^Key \((\w+)\)=\(.*\) is not present in table "(\w+)"/.exec(error.detail ?? '');
  return { column: match?.[1] ?? '', table: match?.[2] ?? '' };
}

/** True if a record was not deleted because another one refers to it, which was created at the same time. */
export const isBlockedDeletion = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23503' &&
  / on table .{0,200} violates foreign key .{0,200} on table /.test(error.message);

/** No connection was free in time, or PostgreSQL accepts none at the moment. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailable';
  }
}

export const lockNotAvailable = '55P03';

const temporaryCodes = new Set([
  '23503', // a foreign key: the record got a new reference while it was deleted
  '40001', // serialization failure
  '40P01', // deadlock
  '53300', // too many connections
  lockNotAvailable,
  '57P01', // PostgreSQL stops
  '57P02', // PostgreSQL restarts after a crash
  '57P03', // PostgreSQL starts
]);

/** True if the same work may succeed a little later: the database is overloaded, restarts, or preferred other work. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable ||
  temporaryCodes.has(pgErrorCode(error) ?? '') ||
  isLostConnection(error);

/** pg has no class for a connection that was lost: it throws an error of its own, or the one of the socket. */
const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(Connection terminated|Client has encountered a connection error)/.test(error.message) ||
    ['EPIPE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? ''));
