import { inProject, type TextTable } from '../../text-table.ts';

export const sentimentTexts: TextTable = {
  table: 'file_sentiments',
  key: ['file_id'],
  ofProject: inProject,
  columns: { speakers: 'json' },
};
