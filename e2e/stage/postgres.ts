import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  type PostgresConnection,
  startEmbeddedPostgres,
} from '@parley/embedded-postgres';
import { createDatabase, type Database, migrate } from '../../server/src/platform/database/index.ts';

export interface StagePostgres {
  /** For the processes of Parley. */
  url: string;
  connection: PostgresConnection;
  dataDir: string;
  /** For whoever counts. */
  db: Database;
  /** Stops it under everybody's feet and starts it again. */
  restart(): Promise<void>;
  /** Ends it at once, as a power cut would: what was not yet flushed is gone. Then starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** A PostgreSQL of one's own, durable as in production; migrated, unless that is left to the servers. */
export async function startStagePostgres({ migrated = true } = {}): Promise<StagePostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-stage-'));
  const settings = { max_connections: '200' };
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, name: 'parley', settings });
  const { host, port, user, database } = postgres.connection;
  const db = createDatabase({
    connection: { ...postgres.connection },
    prepare: true,
    maxConnections: 10,
    onIdleError: () => {},
  });
  if (migrated) await migrate(db);
  return {
    url: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    connection: postgres.connection,
    dataDir,
    db,
    async restart() {
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDir, name: 'parley', settings });
    },
    async crash() {
      const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
      process.kill(Number(file.split('\n')[0]), 'SIGQUIT');
      await postgres.exited;
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDir, name: 'parley', settings });
    },
    async stop() {
      await db.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
