import { open, opendir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartError } from '../../foundation/start-error.ts';
import type { Config } from '../../platform/config/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { type ArchiveWriter, refuseExisting, writeArchive } from './archive-writer.ts';
import { columnList, listTables, quoted, readCatalog } from './catalog.ts';
import { clientDb } from './client-db.ts';

const pieceBytes = 4 * 1024 * 1024;
const newline = 0x0a;

/**
 * Writes everything to one file while the server may run: all tables in one snapshot, the blobs on the disk of this
 * machine, and the master key unless it is in SECRET_KEY. Memory does not grow with the data.
 */
export async function backup(db: Database, config: Config, to: string, now: Date) {
  const file = path.resolve(to);
  const tables = await listTables(db);
  const client = await db.connect();
  try {
    // Fails before the work and not after it.
    await refuseExisting(file);
    // Locked before the snapshot, so that no partition is dropped between the snapshot and its COPY.
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      `lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`,
    );
    const catalog = await readCatalog(clientDb(client), tables, now);
    const { rows, blobs } = await writeArchive(file, async (archive) => {
      await archive.add('parley-backup.json', Buffer.from(JSON.stringify(catalog)));
      const counts: Record<string, number> = {};
      for (const table of tables) counts[table.name] = await addTable(client, archive, table);
      await addMasterKey(archive, config);
      const found = config.storageUrl
        ? 0
        : await addBlobs(archive, path.join(config.dataDir, 'files'), 'blobs');
      return { rows: counts, blobs: found };
    });
    return { file, created_at: catalog.created_at, rows, blobs };
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new StartError(`The file ${file} already exists and is not overwritten: choose another name.`);
    if (syscall) throw new StartError(`Cannot write the backup ${file}: ${code}.`);
    throw error;
  } finally {
    client.release(true);
  }
}

/** In chunks, because tar needs the size before the bytes. Together they are one COPY in text format. */
async function addTable(
  client: pg.PoolClient,
  archive: ArchiveWriter,
  { name, columns }: { name: string; columns: string[] },
): Promise<number> {
  const rows = client.query(copyTo(`copy (select ${columnList(columns)} from ${quoted(name)}) to stdout`));
  let pending: Buffer[] = [];
  let bytes = 0;
  let count = 0;
  let piece = 0;
  const flush = async () => {
    if (bytes === 0) return;
    await archive.add(`tables/${name}/${String(++piece).padStart(6, '0')}.copy`, Buffer.concat(pending));
    pending = [];
    bytes = 0;
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    // In COPY's text format a row is a line; a line break inside a value is written as \n.
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) count++;
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes >= pieceBytes) await flush();
  }
  await flush();
  return count;
}

async function addMasterKey(archive: ArchiveWriter, config: Config): Promise<void> {
  if (config.secretKey) return;
  const key = await readFile(path.join(config.dataDir, 'secret.key')).catch(() => undefined);
  if (key) await archive.add('secret.key', key);
}

/** Blobs never change. One that is deleted during the backup is not needed any more. */
async function addBlobs(archive: ArchiveWriter, root: string, folder: string): Promise<number> {
  let count = 0;
  const entries = await opendir(path.join(root, folder)).catch(() => undefined);
  if (!entries) return 0;
  for await (const entry of entries) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) count += await addBlobs(archive, root, name);
    if (!entry.isFile()) continue;
    const blob = await open(path.join(root, name)).catch(() => undefined);
    if (!blob) continue;
    const { size } = await blob.stat();
    await archive.addStream(`files/${name}`, size, blob.createReadStream({ end: Math.max(0, size - 1) }));
    count++;
  }
  return count;
}
