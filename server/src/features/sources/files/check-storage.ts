import { type Db, sql } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/storage.ts';

export interface StorageReport {
  /** Records and blobs that were compared. */
  checked: number;
  /** Keys that a record names and the storage does not have. */
  missing: string[];
  /** Keys that the storage has and nothing names or is about to delete. */
  orphans: string[];
}

const batchSize = 500;

/** Holds records and bytes against each other; changes nothing. Safe beside a running server. */
export async function checkStorage({ db, storage }: { db: Db; storage: Storage }): Promise<StorageReport> {
  const report: StorageReport = { checked: 0, missing: [], orphans: [] };
  for await (const key of namedKeys(db)) {
    report.checked++;
    if (!(await storage.find(key)) && (await isNamed(db, [key])).has(key)) report.missing.push(key);
  }
  let batch: string[] = [];
  const compare = async () => {
    const known = await isNamed(db, batch);
    report.orphans.push(...batch.filter((key) => !known.has(key)));
    batch = [];
  };
  for (const prefix of ['files/', 'clips/']) {
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
  union all select blob_key from clips union all select thumbnail_key from clips`;

async function* namedKeys(db: Db): AsyncGenerator<string> {
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

/** Named by a record, or on the list of what is expected or to be deleted. */
async function isNamed(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(sql`
    select k.key from unnest(${keys}::text[]) as k (key)
     where exists (select 1 from (${keysOfRecords}) named where named.key = k.key)
        or exists (select 1 from blob_deletions d where starts_with(k.key, d.prefix))`);
  return new Set(rows.map((row) => row.key));
}
