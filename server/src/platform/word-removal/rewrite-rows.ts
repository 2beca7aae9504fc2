import type { Db } from '../database/index.ts';

export interface RewriteRows<Row extends { id: string }> {
  /** Rows after this id, in the order of their ids; an empty page is the last. */
  readPage(after: string): Promise<Row[]>;
  /** The same rows again, locked. */
  lock(tx: Db, ids: string[]): Promise<Row[]>;
  /** The changed row; undefined if it stays as it is. */
  rewrite(row: Row): Row | undefined;
  save(tx: Db, row: Row): Promise<void>;
  /** Counts the changed rows in the transaction that changes them. */
  changed(tx: Db, count: number): Promise<void>;
}

/**
 * Rewrites the rows that need it, page by page, each page in its own transaction. Pages without a change take no lock.
 * After a crash it can run again from the start: rows that are done need no change.
 */
export async function rewriteRows<Row extends { id: string }>(
  db: Db,
  { readPage, lock, rewrite, save, changed }: RewriteRows<Row>,
): Promise<void> {
  let after = '';
  for (;;) {
    const page = await readPage(after);
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
    const ids = page.filter((row) => rewrite(row)).map(({ id }) => id);
    if (ids.length === 0) continue;
    await db.transaction(async (tx) => {
      const rewritten = (await lock(tx, ids)).flatMap((row) => rewrite(row) ?? []);
      for (const row of rewritten) await save(tx, row);
      if (rewritten.length > 0) await changed(tx, rewritten.length);
    });
  }
}
