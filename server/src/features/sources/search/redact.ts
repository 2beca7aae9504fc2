import { inProject, type TextTable } from '../../text-table.ts';

/** Triggers update most of it; responses of others are indexed only when they are submitted. */
export const documentTexts: TextTable = {
  table: 'search_documents',
  key: ['id'],
  ofProject: inProject,
  columns: { title: 'plain', body: 'plain' },
  isCopy: true,
};
