import { inProject, type TextTable } from '../../text-table.ts';

export const sessionTexts: TextTable = {
  table: 'engage_sessions',
  key: ['id'],
  ofProject: inProject,
  columns: { summary: 'plain', summary_citations: 'json', coverage: 'json' },
  touches: ['updated_at'],
};
