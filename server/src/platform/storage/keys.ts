import { StorageError } from './storage.ts';

// Lower case only, so that two keys stay different on a case-insensitive file system.
const part = '[a-z0-9_][a-z0-9_.-]{0,127}';
const keyPattern = new RegExp(`^${part}(?:/${part}){0,9}$`);
const prefixPattern = new RegExp(`^(?:${part}/){0,9}(?:${part})?$`);

/**
 * The server builds keys from ids, never from names that users typed. Anything else (`..`, an absolute path, a
 * backslash, a control character) is a mistake or an attack and is refused.
 */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new StorageError('bad_key', 'The storage key is not valid.');
  return key;
}

/** Accepts the empty prefix, which matches every key. `deletePrefix` refuses it. */
export function checkPrefix(prefix: string): string {
  if (!prefixPattern.test(prefix)) throw new StorageError('bad_key', 'The storage prefix is not valid.');
  return prefix;
}

export const blobMissing = () => new StorageError('not_found', 'The blob does not exist.');
