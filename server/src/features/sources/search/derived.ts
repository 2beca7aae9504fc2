import { derived } from '../../../platform/database/derived/declaration.ts';

export const searchDocuments = derived('search_documents', { sql: ['note-search-words.sql'] });

export const searchWords = derived('search_words', {
  deletedWith: [{ table: 'projects', where: { workspace_id: 'workspace_id', project_id: 'id' } }],
});

export const workspaceWords = derived('workspace_words', {
  none: 'It is derived, and periodic work removes the words that no project has.',
});
