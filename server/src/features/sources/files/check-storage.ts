import { type Db, sql } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/storage.ts';

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
export async function checkStorage({ db, storage }: { db: Db; storage: Storage }): Promise<StorageReport> {
  const report: StorageReport = { checked: 0, missing: [], orphans: [] };
  for await (const key of recordedKeys(db)) {
    report.checked++;
    if (!(await storage.find(key)) && (await findKnownKeys(db, [key])).has(key)) report.missing.push(key);
  }
  let batch: string[] = [];
  const compare = async () => {
    const known = await findKnownKeys(db, batch);
    report.orphans.push(...batch.filter((key) => !known.has(key)));
    batch = [];
  };
  for (const prefix of ['files/', 'clips/', 'reels/']) {
    for await (const { key } of storage.list(prefix)) {
      report.checked++;
      if (batch.push(key) === batchSize) await compare();
    }
  }
  if (batch.length > 0) await compare();
  return report;
}

const keysOfRecords = sql`
  select blob_key as key from files union all select thumbnail_key from files union all select waveform_key from files
  union all select blob_key from clips union all select thumbnail_key from clips
  union all select blob_key from reels union all select thumbnail_key from reels`;

async function* recordedKeys(db: Db): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const rows = await db.query<{ key: string }>(sql`
      select key from (${keysOfRecords}) named where key collate "C" > ${after}
       order by key collate "C" limit ${batchSize}`);
    for (const { key } of rows) yield key;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** Returns the keys that a record refers to, or that are reserved or scheduled for deletion. */
async function findKnownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(sql`
    select k.key from unnest(${keys}::text[]) as k (key)
     where exists (select 1 from (${keysOfRecords}) named where named.key = k.key)
        or exists (select 1 from blob_deletions d where starts_with(k.key, d.prefix))`);
  return new Set(rows.map((row) => row.key));
}
