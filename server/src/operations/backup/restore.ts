import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../foundation/start-error.ts';
import type { Config } from '../../platform/config/index.ts';
import { type Database, type Db, migrate, requireReleased, sql } from '../../platform/database/index.ts';
import { readArchive } from './archive-reader.ts';
import { type Catalog, listMigrations } from './catalog.ts';
import { clientDb } from './client-db.ts';
import { loadTables } from './load-tables.ts';

/**
 * Restores an archive into an empty installation, completely or not at all: one transaction writes the tables and commits
 * only after the whole archive was verified. An older archive is migrated.
 */
export async function restore(db: Database, config: Config, from: string) {
  const file = path.resolve(from);
  const folder = path.join(config.dataDir, `restoring.${process.pid}`);
  const client = await db.connect();
  const tx = clientDb(client);
  try {
    await client.query('begin');
    await requireAlone(tx);
    await requireEmpty(tx);
    const tables = loadTables(client, tx);
    let catalog: Catalog | undefined;
    let blobs = 0;
    let masterKey = false;
    const manifest = await readArchive(file, {
      async begin(head) {
        catalog = head;
        await rebuild(tx, head);
        await tables.begin(head);
      },
      async entry(name, bytes) {
        if (name.startsWith('tables/')) return tables.add(name.split('/')[1] ?? '', bytes);
        await tables.end();
        await storeFile(folder, name, bytes);
        if (name === 'secret.key') masterKey = true;
        else blobs++;
      },
    });
    await tables.finish(manifest.rows);
    await migrate(tx);
    await putInPlace(folder, config, { blobs, masterKey });
    await client.query('commit');
    return { file, created_at: catalog?.created_at, rows: manifest.rows, blobs, master_key: masterKey };
  } finally {
    // Rolls everything back unless it was committed.
    client.release(true);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lock on DATA_DIR excludes servers of the embedded database. This check finds servers of DATABASE_URL. */
async function requireAlone(tx: Db): Promise<void> {
  const [row] = await tx.query<{ others: number }>(sql`
    select count(*)::integer as others from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'
       and application_name not in (current_setting('application_name'), 'parley claim', 'parley start')`);
  if (row?.others)
    throw new StartError('Another process is connected to this database: stop the servers first.');
}

async function requireEmpty(tx: Db): Promise<void> {
  const [row] = await tx.query<{ users: number; projects: number }>(sql`
    select (select count(*)::integer from users) as users, (select count(*)::integer from projects) as projects`);
  if ((row?.users ?? 0) > 1 || (row?.projects ?? 0) > 0)
    throw new StartError(
      'This installation contains accounts or projects: restore into a new, empty DATA_DIR or database.',
    );
}

/** Creates the tables of the archive's version. Later migrations and the triggers follow when the rows are loaded. */
async function rebuild(tx: Db, { migrations }: Catalog): Promise<void> {
  requireReleased(migrations.map(({ name }) => name));
  const own = new Map((await listMigrations(tx)).map(({ name, checksum }) => [name, checksum]));
  const unknown = migrations.find(({ name, checksum }) => own.get(name) !== checksum);
  if (unknown)
    throw new StartError(
      `The archive was made by a newer version of Parley (it knows ${unknown.name}): install that one.`,
    );
  await tx.query(sql`drop schema public cascade`);
  await tx.query(sql`create schema public`);
  await migrate(tx, { only: migrations.map(({ name }) => name) });
}

async function storeFile(folder: string, name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const known = name === 'secret.key' || name.startsWith('files/blobs/');
  if (!known || name.split('/').includes('..')) throw new Error(`${name} is not known`);
  const target = path.join(folder, name);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(bytes), createWriteStream(target, { mode: 0o600, flush: true }));
}

/** Runs before the commit: if it fails, unreferenced files remain, but no row refers to a missing file. */
async function putInPlace(
  folder: string,
  config: Config,
  { blobs, masterKey }: { blobs: number; masterKey: boolean },
): Promise<void> {
  if (masterKey && !config.secretKey) {
    await rename(path.join(folder, 'secret.key'), path.join(config.dataDir, 'secret.key'));
  }
  if (blobs === 0) return;
  const target = path.join(config.dataDir, 'files', 'blobs');
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await rm(target, { recursive: true, force: true });
  await rename(path.join(folder, 'files', 'blobs'), target);
}
