import { sql } from '../../../platform/database/index.ts';
import { inProject, type TextTable } from '../../text-table.ts';

export const responseTexts: TextTable = {
  table: 'responses',
  key: ['id'],
  ofProject: inProject,
  columns: { metadata: 'json', quality: 'json' },
  touches: ['updated_at'],
};

/** What other people answered. */
export const answerTexts: TextTable = {
  table: 'answers',
  key: ['id'],
  ofProject: ({ id }) => sql`t.response_id in (select r.id from responses r where r.project_id = ${id})`,
  columns: { text: 'plain', value: 'json', signals: 'json' },
  touches: ['updated_at'],
  isGivenByOthers: true,
};
