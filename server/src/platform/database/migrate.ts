import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import sql, { raw } from 'sql-template-tag';
import { StartError } from '../../foundation/start-error.ts';
import type { Db } from './db.ts';
import {
  createDerived,
  type DerivedFile,
  dropDerived,
  hasDerived,
  readDerivedFile,
} from './derived/apply.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/**
 * Applies the SQL files that were not applied to this database yet, in order, and then the triggers of server/derived.sql if they
 * changed; all in one transaction. The advisory lock belongs to the transaction, so it also works behind a pooler. Servers that
 * start at the same time wait for the first. The start fails if a migration was changed after it was applied.
 * Migrations run without triggers, on a new database as on an existing one.
 * `only` stops at an earlier migration and creates no triggers, to restore a backup of that state.
 */
export async function migrate(
  db: Db,
  { only, derived }: { only?: string[]; derived?: DerivedFile } = {},
): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const triggers = only ? undefined : (derived ?? (await readDerivedFile()));
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(7246001)`);
    const pending = await findPending(tx, files, only);
    const isCurrent = triggers && (await hasDerived(tx, triggers));
    if (isCurrent && pending.length === 0) return [];
    await dropDerived(tx);
    for (const { name, text, checksum } of pending) {
      await tx.query(raw(text));
      await tx.query(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`);
    }
    if (triggers) await createDerived(tx, triggers);
    return pending.map(({ name }) => name);
  });
}

async function findPending(tx: Db, files: string[], only?: string[]) {
  await tx.query(sql`
    create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const rows = await tx.query<{ name: string; checksum: string }>(sql`select name, checksum from migrations`);
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  requireReleased([...applied.keys()]);
  const unknown = [...applied.keys()].find((name) => !files.includes(name));
  if (unknown) {
    throw new StartError(
      `This database was migrated by a newer version of Parley (it has ${unknown}): start that version.`,
    );
  }
  const pending: { name: string; text: string; checksum: string }[] = [];
  for (const name of files.filter((file) => only?.includes(file) ?? true)) {
    const text = await readFile(new URL(name, folder), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    const known = applied.get(name);
    if (known === checksum) continue;
    if (known) throw new StartError(`Migration ${name} was changed after it was applied to this database.`);
    pending.push({ name, text, checksum });
  }
  return pending;
}

/** The first migration before the first release. The migrations of that time were replaced by one file for each area. */
const firstUnreleased = '0001_accounts.sql';

/** Fails for the migrations of a database or an archive from before the first release. */
export function requireReleased(migrations: string[]): void {
  if (!migrations.includes(firstUnreleased)) return;
  throw new StartError(
    'This data was created by an unreleased development version of Parley and cannot be moved to this version: start with a new ' +
      'DATA_DIR or an empty database. The development version that created the data can still open it.',
  );
}
