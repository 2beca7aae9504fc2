import { derived } from '../../../platform/database/derived/declaration.ts';

export const workspaces = derived('workspaces', {
  live: { type: 'workspace', workspace: 'id', actions: ['updated'] },
  cachedKeys: { updated: ['plan'] },
});

export const users = derived('users', {
  live: { type: 'member', workspace: 'workspace_id' },
  cachedKeys: {
    updated: ['email', 'name', 'role', 'kind', 'timezone', 'workspace_id', 'theme', 'inbox_mail'],
  },
});
