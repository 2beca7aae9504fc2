import pg from 'pg';

/** PostgreSQL's code of an error, e.g. `23505` for a unique violation. */
export function pgErrorCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True if the error is a duplicate key in the unique index of that name. */
export const violatesUnique = (error: unknown, index: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === index;

/** No connection was free in time, or PostgreSQL accepts none at the moment. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailable';
  }
}

/**
 * Serialization failure, deadlock, too many connections, lock not available, and PostgreSQL stopping or starting.
 */
const temporaryCodes = new Set(['40001', '40P01', '53300', '55P03', '57P01', '57P02', '57P03']);

/** True if the same work may succeed a little later: the database is overloaded, restarts, or preferred other work. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable ||
  temporaryCodes.has(pgErrorCode(error) ?? '') ||
  // pg has no class and no code for a connection that was lost during a statement.
  (error instanceof Error && error.message.startsWith('Connection terminated'));
