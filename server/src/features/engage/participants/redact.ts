import { inProject, type TextTable } from '../../text-table.ts';

/** What other people's records say about the person. */
export const participantTexts: TextTable = {
  table: 'participants',
  key: ['id'],
  ofProject: inProject,
  columns: { notes: 'plain', metadata: 'json' },
  touches: ['updated_at'],
};
