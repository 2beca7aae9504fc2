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
  await rewriteRows<MessageRow>(db, {
    readPage: (after) =>
      db.query(sql`
        select m.* from chat_messages m join chats c on c.id = m.chat_id
         where c.project_id = ${project_id} and m.id > ${after} order by m.id limit ${pageSize}`),
    lock: (tx, ids) =>
      tx.query(sql`select * from chat_messages where id = any(${ids}::text[]) order by id for no key update`),
    rewrite(message) {
      const redacted = redactCitations([message.content], message.citations, erased);
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
      const title = erased.remove(chat.title);
      return title === chat.title ? undefined : { ...chat, title, updated_at: now };
    },
    save: async (tx, { id, title, updated_at }) => {
      await tx.query(sql`update chats set title = ${title}, updated_at = ${updated_at} where id = ${id}`);
    },
    changed: async () => {},
  });
}
