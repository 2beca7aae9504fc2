import { type ByteRange, StorageError } from './storage.ts';

export interface ResolvedRange {
  start: number;
  end: number;
}

/** Puts a range onto a blob of known size. An empty blob has no range but the whole of it (`end` −1). */
export function resolveRange(range: ByteRange | undefined, size: number): ResolvedRange {
  if (!range) return { start: 0, end: size - 1 };
  const { start } = range;
  const end = Math.min(range.end ?? size - 1, size - 1);
  if (!Number.isSafeInteger(start) || start < 0 || start >= size || end < start) {
    throw new StorageError('bad_range', 'The requested range lies outside the blob.');
  }
  return { start, end };
}

/**
 * The `Range` header (RFC 9110 §14.2) for a blob of this size: one range, or `undefined` for the whole
 * (no header, another unit, several ranges, nonsense: all of which a server may ignore),
 * or `unsatisfiable`, which is a 416.
 */
export function parseRangeHeader(
  header: string | undefined,
  size: number,
): ResolvedRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
