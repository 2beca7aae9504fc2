import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import sql, { raw } from 'sql-template-tag';
import { StartError } from '../../foundation/start-error.ts';
import type { Db } from './db.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/**
 * Applies the SQL files that this database has not seen, in order and in one transaction. The lock is a
 * transaction's lock, so it holds behind a pooler too, and servers that start together wait for the first.
 * A file that was changed after it was applied stops the start: history is not rewritten.
 * `only` stops at an earlier state, for a backup that was made there.
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
        `This database was migrated by a newer version of Parley (it knows ${unknown}): start that version.`,
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
