import { type Db, sql } from '../../platform/database/index.ts';

/** The first entry of an archive. It describes the tables, so that they exist before their rows are read. */
export interface Catalog {
  format: number;
  created_at: string;
  migrations: { name: string; checksum: string }[];
  tables: { name: string; columns: string[] }[];
  /** The day partitions of partitioned tables. */
  days: { table: string; day: string }[];
  sequences: { name: string; value: number }[];
}

/** Increased when older versions can no longer read the archive. */
export const archiveFormat = 1;

/**
 * The tables of this installation. Partitions are read and written through their parent. It leaves out data that is valid
 * only in this database: the transaction ids of events and the id of their history.
 */
export function listTables(db: Db) {
  return db.query<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('migrations', 'event_log_epoch', 'changes') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not (c.relname = 'events' and a.attname = 'transaction_id')
     group by c.relname order by c.relname`);
}

export async function readCatalog(db: Db, tables: Catalog['tables'], now: Date): Promise<Catalog> {
  return {
    format: archiveFormat,
    created_at: now.toISOString(),
    migrations: await listMigrations(db),
    tables,
    days: await db.query(sql`
      select p.relname as "table", to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
        from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
       where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' and c.relname ~ '_[0-9]{8}$' order by 1, 2`),
    sequences: await db.query(sql`
      select sequencename as name, last_value as value from pg_sequences
       where schemaname = 'public' and last_value is not null order by 1`),
  };
}

export const listMigrations = (db: Db) =>
  db.query<{ name: string; checksum: string }>(sql`select name, checksum from migrations order by name`);

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const columnList = (columns: string[]) => columns.map(quoted).join(', ');
