import { sql } from '../../../platform/database/index.ts';
import type { TextTable } from '../../text-table.ts';

export const stepTexts: TextTable = {
  table: 'transcription_steps',
  key: ['job_id', 'number'],
  ofProject: ({ id }) => sql`t.job_id in (select r.id from jobs r where r.project_id = ${id})`,
  columns: { step: 'json' },
  pageSize: 20,
};
