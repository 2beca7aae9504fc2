import { databaseUrl } from '@parley/testing';
import { createTestDatabase } from '../../server/test/test-database.ts';
import { type RunningParley, startFirstTime } from './first-start.ts';

export type { RunningParley };

/** A server with a new database, and the sign-in that it printed. All databases are in one PostgreSQL, because to set one up takes seconds. */
export async function startParley(env: Record<string, string> = {}): Promise<RunningParley> {
  const database = await createTestDatabase();
  const parley = await startFirstTime({ DATABASE_URL: databaseUrl(database.connection), ...env });
  return {
    ...parley,
    async stop() {
      await parley.stop();
      await database.drop();
    },
  };
}
