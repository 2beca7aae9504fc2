import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../foundation/start-error.ts';
import { connect, type PostgresConnection } from './connection.ts';

/** The right to be the only server on a DATA_DIR. */
export interface Claim {
  /** Resolves when the connection that holds the claim is gone, whoever ended it. */
  lost: Promise<void>;
  release(): Promise<void>;
}

// Any two numbers that no other advisory lock of this product uses.
const lockKey = [1886548844, 1];
// An admin command may hold the claim for a moment.
const patienceMs = 5_000;

/**
 * Holds a lock of a PostgreSQL session: it ends with this process, however that dies, and needs no cleaning up.
 * Throws StartError when another process has it, any other error when PostgreSQL goes away meanwhile.
 */
export async function claimDataDir(connection: PostgresConnection, dataDir: string): Promise<Claim> {
  const client = await connect(connection, 10_000);
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    await client.query(`set application_name = 'parley claim'; set idle_session_timeout = 0`);
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const { rows } = await client.query<{ mine: boolean }>(
        'select pg_try_advisory_lock($1, $2) as mine',
        lockKey,
      );
      if (rows[0]?.mine) break;
      if (performance.now() > deadline) {
        throw new StartError(
          `DATA_DIR "${dataDir}" is in use by another running server: stop that one first, or set another DATA_DIR.`,
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
