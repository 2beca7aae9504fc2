import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** public/assets/theme-1.js contains the same key: it applies the choice before the first paint. */
const storageKey = 'parley-theme';
const listeners = new Set<() => void>();

const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme);

export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return isTheme(stored) ? stored : 'system';
  } catch {
    // A browser may refuse storage altogether.
    return 'system';
  }
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // The choice then lasts until the page is closed.
  }
  applyTheme(theme);
  for (const listener of listeners) listener();
}

/** The choice of the account that this browser has seen last. */
const accountKey = 'parley-theme-of-account';

/** Applies the choice of the account when it was made in another browser, and keeps a later choice of this one. */
export function adoptTheme(theme: Theme): void {
  try {
    if (localStorage.getItem(accountKey) === theme) return;
    localStorage.setItem(accountKey, theme);
  } catch {
    // Without storage the choice of the account applies.
  }
  if (theme !== readTheme()) setTheme(theme);
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The choice of this browser. Another tab's choice applies here as well. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== storageKey && key !== null) return;
    applyTheme(readTheme());
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
