import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createKeybindingsHandler } from 'tinykeys';
import { usesKeyItself } from './focused-control.ts';

export interface Shortcut {
  /**
   * Keys in the notation of tinykeys, one combination or several: `t`, `$mod+k` (⌘ on a Mac, Ctrl elsewhere), `Shift+Enter`,
   * `g f` (one after the other), `?`.
   */
  keys: string | readonly string[];
  /** What it does, as the sheet of shortcuts says it: "Tag the selection". */
  label: string;
  /** The heading in the sheet of shortcuts. */
  group: string;
  /** Return false to leave the key to the browser. */
  run(event: KeyboardEvent): unknown;
  /** The shortcut works while a text field has the focus. For combinations with `$mod` only. */
  whileTyping?: boolean;
  /** The shortcut works while a dialog or a menu has the focus. */
  inDialogs?: boolean;
  /** Runs again and again while the key is held down. */
  repeats?: boolean;
  /** Works, but is not in the sheet. */
  hidden?: boolean;
  /** A selector: works while the focus is inside such an element, and there before the shortcuts of the page. */
  within?: string;
}

/** The shortcuts of all mounted components, by the component. A later component takes a key from an earlier one. */
const registered = new Map<symbol, readonly Shortcut[]>();
const listeners = new Set<() => void>();
let list: readonly Shortcut[] = [];
let handleKey: EventListener = () => {};
const onKeyDown: EventListener = (event) => handleKey(event);

/**
 * Makes keys work while the component is mounted, and lists them in the sheet of shortcuts. A key does nothing while the
 * user types, while a dialog has the focus, or if the focused control uses it itself (Space on a button).
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  // The functions may change in every render; the listener is set up again only if the keys change.
  const keys = JSON.stringify(shortcuts.map(({ run: _, ...rest }) => rest));
  useEffect(() => {
    const own = (JSON.parse(keys) as Omit<Shortcut, 'run'>[]).map((shortcut, index) => ({
      ...shortcut,
      run: (event: KeyboardEvent) => current.current[index]?.run(event),
    }));
    return registerShortcuts(own);
  }, [keys]);
}

/** Like `useShortcuts`, outside React. Returns the function that removes them. */
export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  const id = Symbol('shortcuts');
  registered.set(id, shortcuts);
  update();
  return () => {
    registered.delete(id);
    update();
  };
}

/** Everything that works at present, for the sheet of shortcuts. */
export const useShortcutList = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => list,
  );

function update(): void {
  const byKeys = new Map<string, Map<string | undefined, Shortcut>>();
  for (const shortcut of [...registered.values()].flat())
    for (const keys of [shortcut.keys].flat())
      byKeys.set(keys, new Map(byKeys.get(keys)).set(shortcut.within, shortcut));
  const bindings = [...byKeys].map(
    ([keys, shortcuts]) => [withOptionalModifiers(keys), runOneOf([...shortcuts.values()])] as const,
  );
  // What cannot run because a later component took its only key is not listed either.
  const active = new Set([...byKeys.values()].flatMap((shortcuts) => [...shortcuts.values()]));
  list = [...registered.values()].flat().filter((shortcut) => active.has(shortcut) && !shortcut.hidden);
  handleKey = createKeybindingsHandler(Object.fromEntries(bindings), {
    ignore: (event) => event.isComposing || event.defaultPrevented,
  });
  window.removeEventListener('keydown', onKeyDown);
  if (byKeys.size > 0) window.addEventListener('keydown', onKeyDown);
  for (const listener of listeners) listener();
}

const runOneOf = (shortcuts: readonly Shortcut[]) => (event: KeyboardEvent) => {
  const isInside = ({ within }: Shortcut) =>
    within !== undefined && event.target instanceof Element && event.target.closest(within) !== null;
  const shortcut = shortcuts.find(isInside) ?? shortcuts.find(({ within }) => within === undefined);
  if (shortcut) run(shortcut, event);
};

const run = (shortcut: Shortcut, event: KeyboardEvent) => {
  if (event.repeat && !shortcut.repeats) return;
  if (usesKeyItself(event, shortcut)) return;
  if (shortcut.run(event) !== false) event.preventDefault();
};

/** A sign such as `?` or `[` needs Shift or AltGr on some keyboards. */
function withOptionalModifiers(keys: string): string {
  return keys
    .split(' ')
    .map((press) => (/^[^\p{L}\p{N}]$/u.test(press) ? `[Shift]+[Alt]+${press}` : press))
    .join(' ');
}
