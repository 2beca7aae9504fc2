import type pg from 'pg';

/**
 * Whether a pooler such as pgbouncer is between this process and PostgreSQL: it reports its own process ids to clients. In
 * transaction mode, the state of a connection ends with the transaction, so LISTEN and named statements do not work.
 */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { processID } = client as pg.ClientBase & { processID?: number };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== processID;
}
