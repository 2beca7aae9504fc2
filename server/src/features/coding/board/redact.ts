import { isDeepStrictEqual } from 'node:util';
import { type Db, sql } from '../../../platform/database/index.ts';
import { type RemoveWords, removedText, rewriteRows } from '../../../platform/word-removal/index.ts';
import { type CardRow, type Evidence, saveCard } from './card-store.ts';

const pageSize = 200;

/** Removes the words of an erased person from the cards of a project: quoted evidence, titles and bodies. */
export async function redactCards(
  db: Db,
  project_id: string,
  erased: { fileIds: ReadonlySet<string>; remove: RemoveWords },
  now: Date,
  changed: (tx: Db, count: number) => Promise<void>,
): Promise<void> {
  const isErased = (item: Evidence) => item.file_id !== null && erased.fileIds.has(item.file_id);
  await rewriteRows<CardRow>(db, {
    readPage: (after) =>
      db.query(sql`
        select c.*, c.due_on::text as due_on from cards c
         where c.project_id = ${project_id} and c.id > ${after} order by c.id limit ${pageSize}`),
    lock: (tx, ids) =>
      tx.query(sql`
        select c.*, c.due_on::text as due_on from cards c
         where c.id = any(${ids}::text[]) order by c.id for no key update`),
    rewrite(card) {
      const quotes = card.evidence.flatMap((item) =>
        isErased(item) && item.quote && item.quote !== removedText ? [item.quote] : [],
      );
      const remove = (text: string) => erased.remove(text, quotes.filter(isLongEnough));
      const after: CardRow = {
        ...card,
        title: remove(card.title),
        body: card.body === null ? null : remove(card.body),
        evidence: card.evidence.map((item) =>
          isErased(item)
            ? { ...item, quote: item.quote === null ? null : removedText, speaker: null, past: [] }
            : item,
        ),
      };
      if (isDeepStrictEqual(after, card)) return undefined;
      return { ...after, version: card.version + 1, updated_at: now };
    },
    save: saveCard,
    changed,
  });
}

/** Fewer words, such as “no idea”, may stand in the text for another reason. The evidence itself is always redacted. */
const isLongEnough = (quote: string) => quote.trim().split(/\s+/).length >= 3;
