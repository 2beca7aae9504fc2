import pg from 'pg';

/** PostgreSQL's code of an error, e.g. `23505` for a unique violation. */
export function pgErrorCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True if the error is a duplicate key in the unique index of that name. */
export const violatesUnique = (error: unknown, index: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === index;
