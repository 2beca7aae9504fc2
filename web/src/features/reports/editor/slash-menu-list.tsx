import type { Editor } from '@tiptap/core';
import { SuggestionPluginKey } from '@tiptap/suggestion';
import {
  Heading2,
  Heading3,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  SquareKanban,
  SquarePlay,
} from 'lucide-react';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useLatest } from '../../../lib/use-latest.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { createSlashMenu, type EvidenceTab, type MenuEntry } from './slash-menu.ts';
import { texts } from './texts.ts';

const icons: Record<MenuEntry['name'], LucideIcon> = {
  quotation: Quote,
  clip: SquarePlay,
  card: SquareKanban,
  heading: Heading2,
  subheading: Heading3,
  list: List,
  numbered: ListOrdered,
  divider: Minus,
};

const heightPx = 340;

interface SlashMenuListProps {
  editor: Editor;
  onEvidence(tab: EvidenceTab): void;
}

/** The menu below the "/". The text keeps the focus. */
export function SlashMenuList({ editor, onEvidence }: SlashMenuListProps) {
  const latest = useLatest(onEvidence);
  const [menu] = useState(() => createSlashMenu(editor, (tab) => latest.current(tab)));
  useLayoutEffect(() => {
    // Before the keys of the text: Enter chooses.
    editor.registerPlugin(menu.plugin, (plugin, others) => [plugin, ...others]);
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(SuggestionPluginKey);
    };
  }, [editor, menu]);
  const state = useSyncExternalStore(menu.subscribe, menu.getState);
  const place = state?.props.clientRect?.();
  if (!state || !place || state.props.items.length === 0) return null;
  const { items, command } = state.props;
  const isBelow = place.bottom + heightPx < window.innerHeight;
  return createPortal(
    <div
      role="listbox"
      aria-label={texts.menu}
      className="fixed z-50 max-h-[340px] w-72 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-xl"
      style={{
        left: Math.max(8, Math.min(place.left, window.innerWidth - 300)),
        ...(isBelow ? { top: place.bottom + 6 } : { bottom: window.innerHeight - place.top + 6 }),
      }}
    >
      {items.map((entry, i) => {
        const Shape = icons[entry.name];
        return (
          <div key={entry.name}>
            {entry.group !== items[i - 1]?.group && (
              <p className="px-2 pt-1.5 pb-1 text-xs text-soft">{texts.menuGroups[entry.group]}</p>
            )}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus, and its keys choose. */}
            <div
              role="option"
              aria-selected={i === state.selected}
              onPointerDown={(event) => {
                event.preventDefault();
                command(entry);
              }}
              className="control flex cursor-default items-center gap-2.5 rounded-md px-2 hover:bg-sunken aria-selected:bg-accent-wash aria-selected:text-accent"
            >
              <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
              <span className="me-auto">{texts.menuItems[entry.name]}</span>
              {entry.hint && <span className="text-xs text-soft">{entry.hint}</span>}
              {entry.typed && <Kbd>{entry.typed}</Kbd>}
            </div>
          </div>
        );
      })}
    </div>,
    document.body,
  );
}
