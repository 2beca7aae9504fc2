import { inProject, type TextTable } from '../../text-table.ts';

export const fileTexts: TextTable = {
  table: 'files',
  key: ['id'],
  ofProject: inProject,
  columns: { name: 'plain', source_url: 'plain', transcribe: 'json', metadata: 'json', error: 'json' },
  touches: ['updated_at'],
};
