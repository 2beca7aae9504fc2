import { idTimeMs } from '../foundation/ids.ts';
import { type Db, sql } from '../platform/database/index.ts';
import { rewriteRows } from '../platform/word-removal/index.ts';

interface EventRow {
  id: string;
  created_at: Date;
  body: string;
}

const pageSize = 200;

/**
 * Rewrites the data of the events of a project since a time. Later deliveries and reads of an event send the new data. `redact`
 * returns the same object if nothing in it changes.
 */
export async function redactEvents(
  db: Db,
  project: { workspace_id: string; id: string; since: Date },
  redact: (data: object) => object,
  changed: (tx: Db, eventIds: string[]) => Promise<void>,
): Promise<void> {
  await rewriteRows<EventRow>(db, {
    readPage: (after) =>
      db.query(sql`
        select id, created_at, convert_from(body, 'utf8') as body from events
         where workspace_id = ${project.workspace_id} and project_id = ${project.id}
           and (created_at, id) > (${after ? new Date(idTimeMs(after)) : project.since}::timestamptz, ${after})
         order by created_at, id limit ${pageSize}`),
    lock: (tx, ids) =>
      tx.query(sql`
        select id, created_at, convert_from(body, 'utf8') as body from events
         where id = any(${ids}::text[]) order by id for no key update`),
    rewrite(row) {
      const event = JSON.parse(row.body) as { data: object };
      const data = redact(event.data);
      return data === event.data ? undefined : { ...row, body: JSON.stringify({ ...event, data }) };
    },
    save: async (tx, { id, created_at, body }) => {
      await tx.query(sql`
        update events set body = ${Buffer.from(body)} where id = ${id} and created_at = ${created_at}`);
      await changed(tx, [id]);
    },
    changed: async () => {},
  });
}
