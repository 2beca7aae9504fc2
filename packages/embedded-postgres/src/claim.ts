import { setTimeout as pause } from 'node:timers/promises';
import { connect, type PostgresConnection } from './connection.ts';
import { describeDataDir, type Instance } from './instance.ts';
import { PostgresStartError } from './start-error.ts';

/** The exclusive right of one process to use a data directory. */
export interface Claim {
  /** Resolves when the connection that holds the claim has ended, for whatever reason. */
  lost: Promise<void>;
  release(): Promise<void>;
}

// Any two numbers that no other advisory lock in this database uses.
const lockKey = [1886548844, 1];
// A short command-line tool may hold the claim for a moment.
const claimTimeoutMs = 5_000;

/**
 * Holds an advisory lock of a PostgreSQL session. The lock ends with this process, even after SIGKILL, so it never has
 * to be cleaned up. Throws PostgresStartError if another process holds it, any other error if PostgreSQL ends meanwhile.
 */
export async function claimDataDir(
  connection: PostgresConnection,
  instance: Pick<Instance, 'name' | 'dataDir' | 'labels'>,
): Promise<Claim> {
  const client = await connect(connection, 10_000);
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    await client.query(`set application_name = '${instance.name} claim'; set idle_session_timeout = 0`);
    const deadline = performance.now() + claimTimeoutMs;
    for (;;) {
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1, $2) as locked',
        lockKey,
      );
      if (rows[0]?.locked) break;
      if (performance.now() > deadline) {
        throw new PostgresStartError(
          `${describeDataDir(instance)} is in use by another running server: stop that server first, or choose another ${instance.labels.dataDir}.`,
        );
      }
      await pause(100);
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return {
    lost,
    release: async () => {
      await client.end().catch(() => {});
    },
  };
}
