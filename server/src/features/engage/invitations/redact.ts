import { inProject, type TextTable } from '../../text-table.ts';

export const invitationTexts: TextTable = {
  table: 'invitations',
  key: ['id'],
  ofProject: inProject,
  columns: { message: 'plain', bounce: 'plain', metadata: 'json' },
  touches: ['updated_at'],
};
