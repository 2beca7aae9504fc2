import { sql } from '../../platform/database/index.ts';
import type { TextTable } from '../text-table.ts';

export const projectTexts: TextTable = {
  table: 'projects',
  key: ['id'],
  ofProject: ({ id }) => sql`t.id = ${id}`,
  columns: { name: 'plain', description: 'markdown', metadata: 'json' },
  touches: ['updated_at'],
};
