import { join, raw, type Sql, sql } from '../../../platform/database/index.ts';
import type { TextTable } from '../../text-table.ts';

/** Bodies that differ from the stored event, and the beginning of what a receiver returned. */
export const textsOfDeliveries = (
  columns: TextTable['columns'],
  subscriptions: Sql,
): Pick<TextTable, 'key' | 'ofProject' | 'isCopy'> => ({
  key: ['subscription_id', 'created_at', 'id'],
  ofProject: ({ workspace_id }) => sql`
    t.subscription_id in (select s.id from ${subscriptions} s where s.workspace_id = ${workspace_id})
    and num_nonnulls(${join(Object.keys(columns).map((column) => raw(`t.${column}`)))}) > 0`,
  isCopy: true,
});
