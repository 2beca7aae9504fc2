import { StorageError } from './storage.ts';

// Lower case only, so that a disk which ignores case can't mix two keys up.
const part = '[a-z0-9_][a-z0-9_.-]{0,127}';
const keyPattern = new RegExp(`^${part}(?:/${part}){0,9}$`);
const prefixPattern = new RegExp(`^(?:${part}/){0,9}(?:${part})?$`);

/**
 * A key is built by our own code from ids, never from a name the user typed. What doesn't look like one
 * (`..`, an absolute path, a backslash, a control character) is a mistake or an attack, and is refused.
 */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new StorageError('bad_key', 'The storage key is not valid.');
  return key;
}

/** The empty prefix is everything: the caller must mean it, so deletePrefix refuses it. */
export function checkPrefix(prefix: string): string {
  if (!prefixPattern.test(prefix)) throw new StorageError('bad_key', 'The storage prefix is not valid.');
  return prefix;
}

export const blobMissing = () => new StorageError('not_found', 'The blob does not exist.');
