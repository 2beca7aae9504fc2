import { useSyncExternalStore } from 'react';

/** A page that the user opened, so that home and the palette can offer it again. */
export interface Recent {
  type: 'file' | 'project';
  id: string;
  projectId: string;
  name: string;
  /** Where the person stopped in a recording. */
  seconds?: number;
  at: string;
}

const storedMax = 30;
const listeners = new Set<() => void>();
/** The parsed list of the last read, so that a reader gets the same array until it changes. */
let cache: { key: string; text: string | null; list: readonly Recent[] } | undefined;

/** One list for each person who uses this browser. */
const keyOf = (userId: string) => `parley-recents-${userId}`;

export function readRecents(userId: string): readonly Recent[] {
  const key = keyOf(userId);
  let text: string | null = null;
  try {
    text = localStorage.getItem(key);
  } catch {
    // A browser may refuse storage.
  }
  if (cache?.key !== key || cache.text !== text) cache = { key, text, list: parse(text) };
  return cache.list;
}

function parse(text: string | null): readonly Recent[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isRecent) : [];
  } catch {
    return [];
  }
}

const isRecent = (value: Partial<Recent> | null): value is Recent =>
  typeof value?.id === 'string' &&
  typeof value.projectId === 'string' &&
  typeof value.name === 'string' &&
  (value.type === 'file' || value.type === 'project');

export function addRecent(userId: string, recent: Omit<Recent, 'at'>, now = new Date()): void {
  const list = readRecents(userId);
  const others = list.filter(({ id }) => id !== recent.id);
  const seconds = recent.seconds ?? list.find(({ id }) => id === recent.id)?.seconds;
  const place = typeof seconds === 'number' ? { seconds } : {};
  write(userId, [{ ...recent, ...place, at: now.toISOString() }, ...others].slice(0, storedMax));
}

export function removeRecent(userId: string, id: string): void {
  const list = readRecents(userId);
  const rest = list.filter((recent) => recent.id !== id && recent.projectId !== id);
  if (rest.length < list.length) write(userId, rest);
}

function write(userId: string, list: readonly Recent[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(list));
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/** The latest first. */
export const useRecents = (userId: string): readonly Recent[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readRecents(userId),
  );
