import { isDeepStrictEqual } from 'node:util';
import type { EventType } from '../../../events/index.ts';
import { join, type Sql, sql } from '../../../platform/database/index.ts';
import type { Registered } from '../../feature.ts';
import type { TextTable } from '../../text-table.ts';
import { removeExcerpts } from '../engine/index.ts';

interface StoredEvent {
  id: string;
  body: Buffer;
  /** The texts of the record that the event repeats; null for other events and if the record was deleted. */
  current: unknown;
}

/** Events that are stored. Later deliveries and reads of an event send the new data. */
export const eventTexts = (registered: Pick<Registered, 'recordsInEvents'>): TextTable<StoredEvent> => ({
  table: 'events',
  // The order of the index by workspace and time.
  key: ['created_at', 'id'],
  ofProject: ({ id, workspace_id }) => sql`t.workspace_id = ${workspace_id} and t.project_id = ${id}`,
  columns: { body: 'bytes' },
  get reads() {
    return { id: sql`t.id`, current: currentRecord(registered.recordsInEvents) };
  },
  countedAs: 'events',
  isCopy: true,
  rewrite(row, erased) {
    const event = JSON.parse(row.body.toString()) as { type: EventType; data: object };
    const record = registered.recordsInEvents[event.type];
    const current = record ? record.rewrite(event.data, row.current, erased) : event.data;
    const redacted = erased.redactEvent(current);
    const data = isDeepStrictEqual(redacted, event.data) ? event.data : redacted;
    return data === event.data ? row : { ...row, body: Buffer.from(JSON.stringify({ ...event, data })) };
  },
  saved: (tx, rows) =>
    removeExcerpts(
      tx,
      rows.map(({ id }) => id),
    ),
});

function currentRecord(records: Registered['recordsInEvents']): Sql {
  const cases = Object.entries(records).map(([type, { current }]) => sql`when ${type} then ${current}`);
  return cases.length > 0 ? sql`case t.type ${join(cases, ' ')} end` : sql`null`;
}
