import { type Db, sql } from '../../../platform/database/index.ts';

/** Deletes responses with their answers. The caller has locked the project and the tests, which count them. */
export async function removeResponses(tx: Db, responseIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`delete from responses where id = any(${responseIds}::text[]) returning id`,
  );
  return rows.map(({ id }) => id);
}
