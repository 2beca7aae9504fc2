import { sql } from '../../../platform/database/index.ts';
import type { TextTable } from '../../text-table.ts';

export const peerTexts: TextTable = {
  table: 'call_peers',
  key: ['id'],
  ofProject: ({ id }) => sql`t.session_id in (select r.id from engage_sessions r where r.project_id = ${id})`,
  columns: { name: 'plain' },
};
