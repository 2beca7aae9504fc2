import type pg from 'pg';

/**
 * Whether something like pgbouncer stands between us and PostgreSQL: it hands out process numbers of its own when a
 * connection begins. In transaction mode nothing of a connection outlasts a transaction then: no LISTEN, no named
 * statement.
 */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { processID } = client as pg.ClientBase & { processID?: number };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== processID;
}
