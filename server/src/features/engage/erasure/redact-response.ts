import { isFixedValue, mapStrings, removedText } from '../../../platform/word-removal/index.ts';
import { type Excerpt, redactExcerpt } from '../../evidence/index.ts';
import type { ErasedSources } from '../../text-table.ts';

/** Fields of cards and lanes with values that look like words, such as `a0V`. */
const fixedFields = ['position', 'color'];

/**
 * The body of a stored response without the person. A response that contains one of their records loses all its texts: the
 * record is erased, so no text of it is needed.
 */
export function redactResponse(
  body: string,
  ownIds: readonly string[],
  { remove, mask }: Pick<ErasedSources, 'remove' | 'mask'>,
): string {
  const isOwn = ownIds.some((id) => body.includes(id));
  const change = (text: string) => (isOwn ? (isFixedValue(text) ? text : removedText) : remove(text));
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return change(body);
  }
  const after = JSON.stringify(withFixedFields(mapStrings(withoutExcerpt(value, mask), change), value));
  return after === JSON.stringify(value) ? body : after;
}

/** Puts the fixed fields of the records back. Fields of these names in `metadata` are texts of users. */
function withFixedFields(after: unknown, before: unknown): unknown {
  if (!isObject(after) || !isObject(before)) return after;
  const { data } = before;
  if (Array.isArray(data) && Array.isArray(after.data))
    return { ...after, data: after.data.map((record, at) => keepFixed(record, data[at])) };
  return { ...after, data: keepFixed(after.data, data) };
}

/** The words of a report that a comment is about are divided into three texts. */
function withoutExcerpt(body: unknown, mask: (text: string) => string): unknown {
  const { data } = body as { data?: { anchor?: { excerpt?: Excerpt | null } | null } };
  if (!data?.anchor?.excerpt) return body;
  const excerpt = redactExcerpt(data.anchor.excerpt, mask);
  return { ...(body as object), data: { ...data, anchor: { ...data.anchor, excerpt } } };
}

function keepFixed(after: unknown, before: unknown): unknown {
  if (!isObject(after) || !isObject(before)) return after;
  const kept = fixedFields.filter((field) => field in before);
  return { ...after, ...Object.fromEntries(kept.map((field) => [field, before[field]])) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
