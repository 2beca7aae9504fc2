import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import pg from 'pg';
import { readDeclared } from '../server/src/app/declared-state.ts';
import { toDerivedFile } from '../server/src/platform/database/derived/apply.ts';
import { writeDerived, writeDerivedFile } from '../server/src/platform/database/derived/write.ts';
import { createDatabase, migrate } from '../server/src/platform/database/index.ts';
import { readCatalogue } from './schema/catalogue.ts';
import { writeSchema } from './schema/write.ts';

/**
 * `npm run schema` writes server/derived.sql from the declarations of the features. It then applies all migrations and that file to
 * an empty database, and writes server/schema.sql from it. With --check it fails instead if a committed file differs.
 */
const read = (name: string) =>
  readFile(new URL(`../server/${name}`, import.meta.url), 'utf8').catch(() => '');

const derived = writeDerivedFile(writeDerived(await readDeclared()), await read('derived.sql'));
const written = { 'derived.sql': derived, 'schema.sql': await describeDatabase(derived) };
for (const [name, text] of Object.entries(written)) {
  if (!process.argv.includes('--check')) await writeFile(new URL(`../server/${name}`, import.meta.url), text);
  else if ((await read(name)) !== text) {
    process.stderr.write(`server/${name} is not up to date: run "npm run schema" and commit it.\n`);
    process.exitCode = 1;
  }
}

async function describeDatabase(derivedText: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-schema-'));
  // The database is removed at the end, so it need not survive a crash.
  const settings = { fsync: 'off', synchronous_commit: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir, name: 'parley', settings });
  try {
    const { connection } = postgres;
    const db = createDatabase({ connection, prepare: true, maxConnections: 2, onIdleError: () => {} });
    await migrate(db, { derived: toDerivedFile(derivedText) });
    await db.close();
    const client = new pg.Client(connection);
    await client.connect();
    const text = writeSchema(await readCatalogue(client));
    await client.end();
    return text;
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
