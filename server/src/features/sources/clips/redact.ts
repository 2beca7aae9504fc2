import { inProject, type TextTable } from '../../text-table.ts';

export const clipTexts: TextTable = {
  table: 'clips',
  key: ['id'],
  ofProject: inProject,
  columns: { name: 'plain', description: 'plain', error: 'json' },
  touches: ['updated_at'],
};
