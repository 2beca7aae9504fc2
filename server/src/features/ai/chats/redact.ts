import { type Sql, sql } from '../../../platform/database/index.ts';
import { mapStrings } from '../../../platform/word-removal/index.ts';
import { redactCitations } from '../../evidence/index.ts';
import type { ErasedSources, TextTable } from '../../text-table.ts';
import type { MessageRow } from './store.ts';

/** The sources that the answers of a chat cite. A question about the person is in the same chat as such an answer. */
const citedIn = (chatId: Sql) => sql`
  array(select distinct coalesce(e.item ->> 'file_id', e.item ->> 'response_id')
    from chat_messages m cross join jsonb_array_elements(m.citations) as e (item) where m.chat_id = ${chatId})`;

interface Chat {
  cited_ids: string[];
}

const isConcerned = ({ cited_ids }: Chat, { fileIds, responseIds }: ErasedSources) =>
  cited_ids.some((id) => fileIds.has(id) || responseIds.has(id));

const redactText = (text: string, chat: Chat, erased: ErasedSources) =>
  redactCitations([text], [], erased, isConcerned(chat, erased)).texts[0] ?? '';

const messageTexts: TextTable<Chat & Pick<MessageRow, 'content' | 'citations' | 'people' | 'numbers'>> = {
  table: 'chat_messages',
  key: ['id'],
  ofProject: ({ id }) => sql`t.project_id = ${id}`,
  columns: { content: 'markdown', citations: 'json', people: 'json', numbers: 'json' },
  reads: { cited_ids: citedIn(sql`t.chat_id`) },
  touches: ['updated_at'],
  countedAs: 'messages',
  rewrite(message, erased) {
    const redacted = redactCitations(
      [message.content],
      message.citations,
      erased,
      isConcerned(message, erased),
    );
    return {
      ...message,
      content: redacted.texts[0] ?? '',
      citations: redacted.citations,
      people: message.people.map((name) => erased.removeNames(name)),
      numbers: mapStrings(message.numbers, erased.remove),
    };
  },
};

const titleTexts: TextTable<Chat & { title: string }> = {
  table: 'chats',
  key: ['id'],
  ofProject: ({ id }) => sql`t.project_id = ${id}`,
  columns: { title: 'plain' },
  reads: { cited_ids: citedIn(sql`t.id`) },
  touches: ['updated_at'],
  rewrite: (chat, erased) => ({ ...chat, title: redactText(chat.title, chat, erased) }),
};

/** Answers that are being written. */
const draftTexts: TextTable<Chat & Pick<MessageRow, 'content' | 'citations'>> = {
  table: 'chat_drafts',
  key: ['job_id'],
  ofProject: ({ id }) => sql`t.chat_id in (select c.id from chats c where c.project_id = ${id})`,
  columns: { content: 'markdown', citations: 'json' },
  reads: { cited_ids: citedIn(sql`t.chat_id`) },
  rewrite(draft, erased) {
    const { texts, citations } = redactCitations(
      [draft.content],
      draft.citations,
      erased,
      isConcerned(draft, erased),
    );
    return { ...draft, content: texts[0] ?? '', citations };
  },
};

export const chatTexts: TextTable[] = [messageTexts, titleTexts, draftTexts];
