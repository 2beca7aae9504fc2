import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import sql, { raw } from 'sql-template-tag';
import { StartError } from '../../foundation/start-error.ts';
import type { Db } from './db.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/**
 * Applies the SQL files that were not applied to this database yet, in order and in one transaction. The advisory lock
 * belongs to the transaction, so it also works behind a pooler. Servers that start at the same time wait for the first.
 * The start fails if a file was changed after it was applied.
 * `only` stops at an earlier migration, to restore a backup of that state.
 */
export async function migrate(db: Db, only?: string[]): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const wanted = files.filter((name) => only?.includes(name) ?? true);
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(7246001)`);
    await tx.query(sql`
      create table if not exists migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const rows = await tx.query<{ name: string; checksum: string }>(
      sql`select name, checksum from migrations`,
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));

    const unknown = [...applied.keys()].find((name) => !files.includes(name));
    if (unknown) {
      throw new StartError(
        `This database was migrated by a newer version of Parley (it has ${unknown}): start that version.`,
      );
    }
    const added: string[] = [];
    for (const name of wanted) {
      const text = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      const known = applied.get(name);
      if (known === checksum) continue;
      if (known) throw new StartError(`Migration ${name} was changed after it was applied to this database.`);
      await tx.query(raw(text));
      await tx.query(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`);
      added.push(name);
    }
    return added;
  });
}
