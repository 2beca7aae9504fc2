import { type Db, join, type Sql, sql } from '../database/index.ts';
import type { Storage } from './storage.ts';

/** The bytes that belong to one kind of record. */
export interface BlobsInUse {
  /** Where the bytes are in the storage, such as `clips/`. */
  prefix: string;
  /** A query of one column: the keys that records refer to, and nulls. */
  keys: Sql;
}

export interface StorageReport {
  /** Number of records and blobs that were compared. */
  checked: number;
  /** Keys that a record refers to but the storage does not have. */
  missing: string[];
  /** Keys that the storage has but no record refers to, and that are not scheduled for deletion. */
  orphans: string[];
}

const batchSize = 500;

/** Compares records with stored blobs. Read-only, and safe while the server is running. */
export async function checkStorage(
  { db, storage }: { db: Db; storage: Storage },
  inUse: BlobsInUse[],
): Promise<StorageReport> {
  const keys = join(
    inUse.map((blobs) => blobs.keys),
    ' union all ',
  );
  const report: StorageReport = { checked: 0, missing: [], orphans: [] };
  for await (const key of recordedKeys(db, keys)) {
    report.checked++;
    if (!(await storage.find(key)) && (await findKnownKeys(db, keys, [key])).has(key))
      report.missing.push(key);
  }
  let batch: string[] = [];
  const compare = async () => {
    const known = await findKnownKeys(db, keys, batch);
    report.orphans.push(...batch.filter((key) => !known.has(key)));
    batch = [];
  };
  for (const { prefix } of inUse) {
    for await (const { key } of storage.list(prefix)) {
      report.checked++;
      if (batch.push(key) === batchSize) await compare();
    }
  }
  if (batch.length > 0) await compare();
  return report;
}

async function* recordedKeys(db: Db, recorded: Sql): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const rows = await db.query<{ key: string }>(sql`
      select key from (${recorded}) named (key) where key collate "C" > ${after}
       order by key collate "C" limit ${batchSize}`);
    for (const { key } of rows) yield key;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** Returns the keys that a record refers to, or that are reserved or scheduled for deletion. */
async function findKnownKeys(db: Db, recorded: Sql, keys: string[]): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(sql`
    select k.key from unnest(${keys}::text[]) as k (key)
     where exists (select 1 from (${recorded}) named (key) where named.key = k.key)
        or exists (select 1 from blob_deletions d where starts_with(k.key, d.prefix))`);
  return new Set(rows.map((row) => row.key));
}
