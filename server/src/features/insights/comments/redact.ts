import { inProject, type TextTable } from '../../text-table.ts';

export const commentTexts: TextTable = {
  table: 'comments',
  key: ['id'],
  ofProject: inProject,
  columns: { body: 'markdown', excerpt: 'json' },
  touches: ['updated_at'],
};
