import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { type Db, raw, sql } from '../../platform/database/index.ts';
import { type Catalog, columnList, quoted } from './catalog.ts';

/**
 * Fills empty tables, each with one COPY. There are no triggers yet, because their counts are in the rows already. Foreign
 * keys are dropped first and created again at the end, which checks them; so the order of tables does not matter.
 */
export function loadTables(client: pg.PoolClient, tx: Db) {
  let catalog: Catalog;
  let open: { name: string; rows: CopyStreamQuery } | undefined;
  const counts: Record<string, number> = {};
  let foreignKeys: { relation: string; name: string; definition: string }[] = [];

  const end = async () => {
    if (!open) return;
    open.rows.end();
    await finished(open.rows);
    counts[open.name] = open.rows.rowCount;
    open = undefined;
  };

  return {
    end,
    async begin(head: Catalog) {
      catalog = head;
      foreignKeys = await tx.query(sql`
        select conrelid::regclass::text as relation, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
          from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`);
      for (const key of foreignKeys)
        await tx.query(raw(`alter table ${key.relation} drop constraint ${key.name}`));
      for (const { table, day } of head.days)
        await tx.query(sql`select make_day_partitions(${table}, ${day}::date, 1)`);
      // The archive contains the rows that a migration inserted.
      await tx.query(raw(`truncate ${head.tables.map(({ name }) => quoted(name)).join(', ')}`));
    },
    async add(name: string, bytes: AsyncIterable<Buffer>) {
      if (open?.name !== name) {
        await end();
        const table = catalog.tables.find((known) => known.name === name);
        if (!table) throw new Error(`the table ${name} is not known`);
        const statement = `copy ${quoted(name)} (${columnList(table.columns)}) from stdin`;
        open = { name, rows: client.query(copyFrom(statement)) };
      }
      const { rows } = open as { rows: CopyStreamQuery };
      const failed = once(rows, 'error').then(([error]) => Promise.reject(error));
      failed.catch(() => {});
      for await (const chunk of bytes) {
        if (!rows.write(chunk)) await Promise.race([once(rows, 'drain'), failed]);
      }
    },
    async finish(expected: Record<string, number>) {
      await end();
      const wrong = Object.keys(expected).find((name) => (counts[name] ?? 0) !== expected[name]);
      if (wrong) throw new Error(`${wrong} has ${counts[wrong] ?? 0} rows instead of ${expected[wrong]}`);
      for (const { name, value } of catalog.sequences) await tx.query(sql`select setval(${name}, ${value})`);
      for (const { relation, name, definition } of foreignKeys) {
        await tx.query(raw(`alter table ${relation} add constraint ${name} ${definition}`));
      }
    },
  };
}
