import { type Db, sql } from '../../../platform/database/index.ts';

/**
 * Takes the number of the next response to a test. The caller has locked the project, because inserting a response changes
 * the counts of the project before those of the test.
 */
export async function takeResponseNumber(tx: Db, testId: string): Promise<number> {
  const [row] = await tx.query<{ number: number }>(sql`
    update tests set last_response_number = last_response_number + 1 where id = ${testId}
    returning last_response_number as number`);
  return row?.number ?? 1;
}
