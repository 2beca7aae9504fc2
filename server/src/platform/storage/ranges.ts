import { type ByteRange, StorageError } from './storage.ts';

export interface ResolvedRange {
  start: number;
  end: number;
}

/** Limits a range to the size of the blob. Without a range, an empty blob has `end` −1. */
export function resolveRange(range: ByteRange | undefined, size: number): ResolvedRange {
  if (!range) return { start: 0, end: size - 1 };
  const { start } = range;
  const end = Math.min(range.end ?? size - 1, size - 1);
  if (!Number.isSafeInteger(start) || start < 0 || start >= size || end < start) {
    throw new StorageError('bad_range', 'The requested range is outside the blob.');
  }
  return { start, end };
}

/**
 * Parses the `Range` header (RFC 9110 §14.2) for a blob of this size. Returns `undefined` for the whole blob if there is
 * no header or one that a server may ignore (another unit, several ranges, invalid syntax). The caller responds to
 * `unsatisfiable` with 416.
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
