import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import pg from 'pg';
import { createDatabase, migrate } from '../server/src/platform/database/index.ts';
import { readCatalogue } from './schema/catalogue.ts';
import { writeSchema } from './schema/write.ts';

/**
 * `npm run schema` applies all migrations to an empty database and writes server/schema.sql from it. With --check it
 * fails instead if the committed file differs.
 */
const file = new URL('../server/schema.sql', import.meta.url);
const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-schema-'));
// The database is removed at the end, so it need not survive a crash.
const settings = { fsync: 'off', synchronous_commit: 'off' };
const postgres = await startEmbeddedPostgres({ dataDir, name: 'parley', settings });
try {
  const { connection } = postgres;
  const db = createDatabase({ connection, prepare: true, maxConnections: 2, onIdleError: () => {} });
  await migrate(db);
  await db.close();
  const client = new pg.Client(connection);
  await client.connect();
  const text = writeSchema(await readCatalogue(client));
  await client.end();
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(
      'server/schema.sql differs from the migrations: run "npm run schema" and commit it.\n',
    );
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
