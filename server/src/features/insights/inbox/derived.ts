import { derived } from '../../../platform/database/derived/declaration.ts';

const ofSource = (table: string) => ({ table, where: { source_id: 'id' } });

export const inboxItems = derived('inbox_items', {
  live: { type: 'inbox', key: 'user_id', owned: true, workspace: 'workspace_id' },
  deletedWith: [
    { table: 'projects', where: { project_id: 'id' } },
    ...[
      'comments',
      'cards',
      'files',
      'reports',
      'chats',
      'tests',
      'invitations',
      'member_invitations',
      'webhooks',
    ].map(ofSource),
  ],
});
