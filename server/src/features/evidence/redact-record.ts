import { isDeepStrictEqual } from 'node:util';
import { mapStrings } from '../../platform/word-removal/index.ts';
import type { Citation } from './quotes/citation.ts';
import { type ErasedSources, redactCitations } from './redact-citations.ts';

const textFields = ['title', 'name', 'prompt', 'summary', 'content', 'body_markdown'];

/** A copy of a record in an event or in the result of a job, redacted like the record; the same object if nothing changes. */
export function redactRecord<T extends object>(record: T, erased: ErasedSources): T {
  const fields = record as Record<string, unknown>;
  const citations = (Array.isArray(fields.citations) ? fields.citations : []) as Citation[];
  const ids = [fields.id, fields.file_id, ...(Array.isArray(fields.file_ids) ? fields.file_ids : [])];
  const isConcerned = ids.some((id) => erased.fileIds.has(id as string));
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => textFields.includes(entry[0]) && typeof entry[1] === 'string',
  );
  const redacted = redactCitations(
    texts.map(([, text]) => text),
    citations,
    erased,
    isConcerned,
  );
  const after = {
    ...mapStrings(record, (text) => erased.remove(text)),
    ...Object.fromEntries(texts.map(([field], at) => [field, redacted.texts[at]])),
    ...(citations.length > 0 ? { citations: redacted.citations } : {}),
  };
  return isDeepStrictEqual(after, record) ? record : after;
}
