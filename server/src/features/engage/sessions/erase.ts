import { type Db, sql } from '../../../platform/database/index.ts';

/** Deletes sessions with their turns. The caller has locked the project and the tests, which count them. */
export async function removeSessions(tx: Db, sessionIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`delete from engage_sessions where id = any(${sessionIds}::text[]) returning id`,
  );
  return rows.map(({ id }) => id);
}
