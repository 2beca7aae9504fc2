import { isDeepStrictEqual } from 'node:util';
import { type Db, sql } from '../../../platform/database/index.ts';
import { rewriteRows } from '../../../platform/word-removal/index.ts';
import { type ErasedSources, redactCitations } from '../../evidence/index.ts';
import type { ChatRow, MessageRow } from './store.ts';

const pageSize = 200;

/** Removes what the chats of a project quote from erased sources. `changed` counts messages. */
export async function redactChats(
  db: Db,
  project_id: string,
  erased: ErasedSources,
  now: Date,
  changed: (tx: Db, count: number) => Promise<void>,
): Promise<void> {
  // A question about the person is in the same thread as the answer that quotes them.
  const concerned = await listChatsCiting(db, project_id, erased);
  await rewriteRows<MessageRow>(db, {
    readPage: (after) =>
      db.query(sql`
        select m.* from chat_messages m join chats c on c.id = m.chat_id
         where c.project_id = ${project_id} and m.id > ${after} order by m.id limit ${pageSize}`),
    lock: (tx, ids) =>
      tx.query(sql`select * from chat_messages where id = any(${ids}::text[]) order by id for no key update`),
    rewrite(message) {
      const redacted = redactCitations(
        [message.content],
        message.citations,
        erased,
        concerned.has(message.chat_id),
      );
      const after = { ...message, content: redacted.texts[0] ?? '', citations: redacted.citations };
      return isDeepStrictEqual(after, message) ? undefined : { ...after, updated_at: now };
    },
    save: async (tx, { id, content, citations, updated_at }) => {
      await tx.query(sql`
        update chat_messages set content = ${content}, citations = ${JSON.stringify(citations)},
          updated_at = ${updated_at}
         where id = ${id}`);
    },
    changed,
  });
  await rewriteRows<ChatRow>(db, {
    readPage: (after) =>
      db.query(sql`
        select * from chats where project_id = ${project_id} and id > ${after} order by id limit ${pageSize}`),
    lock: (tx, ids) =>
      tx.query(sql`select * from chats where id = any(${ids}::text[]) order by id for no key update`),
    rewrite(chat) {
      const title = redactCitations([chat.title], [], erased, concerned.has(chat.id)).texts[0] ?? '';
      return title === chat.title ? undefined : { ...chat, title, updated_at: now };
    },
    save: async (tx, { id, title, updated_at }) => {
      await tx.query(sql`update chats set title = ${title}, updated_at = ${updated_at} where id = ${id}`);
    },
    changed: async () => {},
  });
}

async function listChatsCiting(
  db: Db,
  project_id: string,
  { fileIds, responseIds }: ErasedSources,
): Promise<Set<string>> {
  const rows = await db.query<{ chat_id: string }>(sql`
    select distinct m.chat_id from chat_messages m join chats c on c.id = m.chat_id
      cross join jsonb_array_elements(m.citations) as e (item)
     where c.project_id = ${project_id}
       and (e.item ->> 'file_id' = any(${[...fileIds]}::text[]) or e.item ->> 'response_id' = any(${[...responseIds]}::text[]))`);
  return new Set(rows.map(({ chat_id }) => chat_id));
}
