import { databaseUrl, type ParleyProcess, startParleyProcess } from '@parley/testing';
import type pg from 'pg';

/** The same key as the harness, so that both can use one database. */
const secretKey = 'a secret key that is only for tests';

/** Starts a server in its own process on the database of the harness, so that a test can kill it and read its output. */
export function startChildServer(
  connection: pg.PoolConfig,
  env: Record<string, string> = {},
): Promise<ParleyProcess> {
  return startParleyProcess({
    env: { DATABASE_URL: databaseUrl(connection), SECRET_KEY: secretKey, ...env },
    timeoutMs: 60_000,
    probeReadiness: false,
  });
}
