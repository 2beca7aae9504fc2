/** The part of localStorage that is used. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(): string[];
}

/**
 * localStorage, which survives a reload and a closed tab. Where the browser refuses it (private windows, full disks),
 * the values stay in memory: the page works, but an unsent answer does not survive a reload.
 */
export function openStore(open: () => Storage): Store {
  const memory = new Map<string, string>();
  let storage: Storage | undefined;
  try {
    storage = open();
    storage.getItem('parley');
  } catch {
    storage = undefined;
  }
  return {
    get: (key) => memory.get(key) ?? storage?.getItem(key) ?? null,
    set(key, value) {
      try {
        if (!storage) throw new Error('no storage');
        storage.setItem(key, value);
        memory.delete(key);
        return true;
      } catch {
        memory.set(key, value);
        return false;
      }
    },
    remove(key) {
      memory.delete(key);
      storage?.removeItem(key);
    },
    keys: () => [...new Set([...memory.keys(), ...(storage ? Object.keys(storage) : [])])],
  };
}

const linkKey = (token: string) => `parley.link.${token}`;

/** An open link gives each browser its own personal link. The browser finds it again when the open link is opened. */
export const personalLinks = (store: Store) => ({
  find: (openToken: string) => store.get(linkKey(openToken)),
  /** Calls back when another tab of this browser has stored a personal link. Returns a function that stops it. */
  onAdded(openToken: string, callback: () => void): () => void {
    const listener = ({ key, newValue }: StorageEvent) => {
      if (key === linkKey(openToken) && newValue !== null) callback();
    };
    window.addEventListener('storage', listener);
    return () => window.removeEventListener('storage', listener);
  },
  /** False if it will not survive a reload. */
  add: (openToken: string, personal: string) => store.set(linkKey(openToken), personal),
  remove: (openToken: string) => store.remove(linkKey(openToken)),
});

const draftPrefix = (responseId: string) => `parley.draft.${responseId}.`;

/** What was typed or picked, but not sent yet. */
export function createDrafts<T>(store: Store, responseId: string) {
  const keyOf = (questionId: string) => `${draftPrefix(responseId)}${questionId}`;
  return {
    find(questionId: string): T | undefined {
      try {
        return JSON.parse(store.get(keyOf(questionId)) ?? '') as T;
      } catch {
        return undefined;
      }
    },
    set: (questionId: string, draft: T) => store.set(keyOf(questionId), JSON.stringify(draft)),
    remove: (questionId: string) => store.remove(keyOf(questionId)),
  };
}

/** After submission or withdrawal nothing of the response stays in the browser. */
export function forgetResponse(store: Store, responseId: string): void {
  for (const key of store.keys()) {
    if (key.startsWith(draftPrefix(responseId)) || key === `parley.queue.${responseId}`) store.remove(key);
  }
}

const automaticKey = 'parley.continue_automatically';

/** Whether a picked option continues by itself. At first it does, unless the device asks for less motion. */
export const automaticContinue = (store: Store) => ({
  find(): boolean {
    const chosen = store.get(automaticKey);
    return chosen === null ? !matchMedia('(prefers-reduced-motion: reduce)').matches : chosen === 'on';
  },
  set: (isOn: boolean) => store.set(automaticKey, isOn ? 'on' : 'off'),
});
