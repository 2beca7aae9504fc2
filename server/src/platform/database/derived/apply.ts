import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sql, { raw } from 'sql-template-tag';
import { StartError } from '../../../foundation/start-error.ts';
import type { Db } from '../db.ts';

const file = new URL('../../../../derived.sql', import.meta.url);

/** The contents of server/derived.sql: all triggers, and the functions that they call. */
export interface DerivedFile {
  /** Increases with every change of the file. */
  revision: number;
  hash: string;
  text: string;
}

export const readDerivedFile = async (): Promise<DerivedFile> => toDerivedFile(await readFile(file, 'utf8'));

export const toDerivedFile = (text: string): DerivedFile => ({
  revision: revisionOf(text),
  hash: createHash('sha256').update(text).digest('hex'),
  text,
});

/** The number in the header of a file; 0 if it has none. */
export const revisionOf = (text: string): number => Number(/^-- Revision (\d+)/m.exec(text)?.[1] ?? 0);

/**
 * True if the database has exactly the triggers of this file. Fails if a newer version of the server created them: an older one
 * would replace them while the newer one runs.
 */
export async function hasDerived(tx: Db, { revision, hash }: DerivedFile): Promise<boolean> {
  const [row] = await tx.query<{ state: string | null }>(
    sql`select obj_description(to_regnamespace('derived'), 'pg_namespace') as state`,
  );
  const stored = row?.state ? (JSON.parse(row.state) as { revision: number; hash: string }) : undefined;
  if (stored && stored.revision > revision) {
    throw new StartError(
      `This database was migrated by a newer version of Parley (its triggers have revision ${stored.revision}): start that version.`,
    );
  }
  return stored?.hash === hash;
}

/** All functions of derived.sql are in their own PostgreSQL schema, so this also drops those of another version, and the triggers. */
export async function dropDerived(tx: Db): Promise<void> {
  await tx.query(sql`drop schema if exists derived cascade`);
}

/** The comment of the PostgreSQL schema says which file created it. It is dropped with the schema. */
export async function createDerived(tx: Db, { revision, hash, text }: DerivedFile): Promise<void> {
  await tx.query(sql`create schema derived`);
  await tx.query(raw(text));
  await tx.query(raw(`comment on schema derived is '${JSON.stringify({ revision, hash })}'`));
}
