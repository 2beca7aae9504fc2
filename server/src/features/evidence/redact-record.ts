import { isDeepStrictEqual } from 'node:util';
import { mapStrings, removeNames } from '../../platform/word-removal/index.ts';
import type { ErasedSources } from '../text-table.ts';
import type { Citation } from './quotes/citation.ts';
import { redactCitations } from './redact-citations.ts';

const textFields = ['title', 'name', 'prompt', 'summary', 'content', 'body_markdown'];

/** Whether a record is one of the erased sources, is about one, or was made from one. */
export function isMadeFrom(record: object, { fileIds, responseIds }: ErasedSources): boolean {
  const fields = record as Record<string, unknown>;
  const ids = [fields.id, fields.file_id, fields.response_id, fields.file_ids, fields.response_ids].flat();
  return ids.some((id) => fileIds.has(id as string) || responseIds.has(id as string));
}

/** A copy of a record in an event or in the result of a job, redacted like the record; the same object if nothing changes. */
export function redactRecord<T extends object>(record: T, erased: ErasedSources): T {
  const fields = record as Record<string, unknown>;
  const citations = (Array.isArray(fields.citations) ? fields.citations : []) as Citation[];
  const isConcerned = isMadeFrom(record, erased);
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => textFields.includes(entry[0]) && typeof entry[1] === 'string',
  );
  const redacted = redactCitations(
    texts.map(([, text]) => text),
    citations,
    erased,
    isConcerned,
  );
  // What was made from the citations, such as the outline of an answer, has the names of the people who are cited.
  const namesPeople =
    isConcerned || citations.some(({ file_id, response_id }) => isMadeFrom({ file_id, response_id }, erased));
  const after = {
    ...mapStrings(record, (text) => {
      const removed = erased.remove(text);
      return namesPeople ? removeNames(removed, erased.names, erased.others) : removed;
    }),
    ...Object.fromEntries(texts.map(([field], at) => [field, redacted.texts[at]])),
    ...(citations.length > 0 ? { citations: redacted.citations } : {}),
  };
  return isDeepStrictEqual(after, record) ? record : after;
}
