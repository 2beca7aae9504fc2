import { derived } from '../../../platform/database/derived/declaration.ts';

export const chats = derived('chats', { activity: { actions: ['removed'] } });

export const chatMessages = derived('chat_messages', {
  activity: { actions: ['added'] },
  references: [
    { to: 'files', field: 'file_id', ...citation() },
    { to: 'responses', field: 'response_id', ...citation() },
  ],
});

/** Only answers have citations, and only they are in the index of citations. */
function citation() {
  return { list: 'citations', where: `m.role = 'assistant'`, set: { source_deleted: true } };
}

export const chatDrafts = derived('chat_drafts', { none: 'The page of the chat streams it.' });
