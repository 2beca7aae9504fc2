import { uploadKeyPrefix } from '../has-uploads.ts';
import { isOpen, type UploadItem } from './item.ts';

/** Remembers open uploads over a reload. It stores no bytes and no upload URL. */
export interface UploadStorage {
  /** The uploads that no open tab has any more. From now on they belong to this tab. */
  take(): UploadItem[];
  save(item: UploadItem): void;
  remove(id: string): void;
  /** Says that this tab still has these uploads. */
  keep(items: readonly UploadItem[]): void;
  /** The page is closed: the next page may take the uploads at once. */
  release(items: readonly UploadItem[]): void;
}

interface Entry {
  item: UploadItem;
  tab: string;
  aliveAt: number;
}

/** Hidden tabs run their timers once a minute. */
const aliveMs = 90_000;
/** The server removes an unfinished upload 24 hours after its last bytes. */
const forgottenMs = 48 * 3_600_000;

interface Options {
  local: Storage;
  /** Tells tabs apart; a reload keeps it. */
  session: Storage;
  userId: string;
  now?: () => number;
}

export function createUploadStorage({ local, session, userId, now = Date.now }: Options): UploadStorage {
  const prefix = uploadKeyPrefix(userId);
  const tab = tabId(session);
  const write = (item: UploadItem, aliveAt: number) => {
    try {
      local.setItem(prefix + item.id, JSON.stringify({ item, tab, aliveAt } satisfies Entry));
    } catch {
      // Full or blocked: the upload works, but a reload forgets it.
    }
  };
  const remove = (id: string) => local.removeItem(prefix + id);
  const read = (key: string): Entry | undefined => {
    try {
      const entry = JSON.parse(local.getItem(key) ?? '') as Entry;
      return typeof entry.item?.id === 'string' ? entry : undefined;
    } catch {
      return undefined;
    }
  };

  return {
    take() {
      const keys = Array.from({ length: local.length }, (_, i) => local.key(i) ?? '');
      const found: UploadItem[] = [];
      for (const key of keys.filter((name) => name.startsWith(prefix))) {
        const entry = read(key);
        const age = entry ? now() - entry.aliveAt : Number.POSITIVE_INFINITY;
        if (!entry || (entry.aliveAt > 0 && age > forgottenMs)) local.removeItem(key);
        else if (entry.tab === tab || age > aliveMs) found.push(entry.item);
      }
      for (const item of found) write(item, now());
      return found.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    save: (item) => (isOpen(item) ? write(item, now()) : remove(item.id)),
    remove,
    keep(items) {
      for (const item of items.filter(isOpen)) write(item, now());
    },
    release(items) {
      for (const item of items.filter(isOpen)) write(item, 0);
    },
  };
}

function tabId(session: Storage): string {
  const known = session.getItem('parley.tab');
  if (known) return known;
  const id = Math.random().toString(36).slice(2);
  session.setItem('parley.tab', id);
  return id;
}
