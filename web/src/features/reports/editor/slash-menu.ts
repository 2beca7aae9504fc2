import type { Editor, Range } from '@tiptap/core';
import Suggestion, { type SuggestionProps } from '@tiptap/suggestion';
import { texts } from './texts.ts';

export type EvidenceTab = 'highlights' | 'clips' | 'cards';
type ItemName = keyof typeof texts.menuItems;

export interface MenuEntry {
  name: ItemName;
  group: keyof typeof texts.menuGroups;
  /** What a person types for it at the beginning of a line. */
  typed?: string;
  hint?: string;
  run(editor: Editor, range: Range): void;
}

type Props = SuggestionProps<MenuEntry, MenuEntry>;

export interface MenuState {
  props: Props;
  selected: number;
}

/** The menu after "/". It is a store, so that typing in the text renders nothing else. */
export function createSlashMenu(editor: Editor, onEvidence: (tab: EvidenceTab) => void) {
  let state: MenuState | undefined;
  const listeners = new Set<() => void>();
  const setState = (next: MenuState | undefined) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const move = (by: number) => {
    const count = state?.props.items.length ?? 0;
    if (state && count > 0) setState({ ...state, selected: (state.selected + by + count) % count });
  };

  function onKeyDown({ event }: { event: KeyboardEvent }): boolean {
    const entry = state?.props.items[state.selected];
    if (!state || !entry) return false;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' || event.key === 'Tab') state.props.command(entry);
    else return false;
    return true;
  }

  const plugin = Suggestion<MenuEntry, MenuEntry>({
    editor,
    char: '/',
    items: ({ query }) => findEntries(entriesOf(onEvidence), query),
    command: ({ editor, range, props }) => props.run(editor, range),
    allow: ({ state: { doc }, range }) => doc.resolve(range.from).parent.type.name === 'paragraph',
    render: () => ({
      onStart: (props) => setState({ props, selected: 0 }),
      onUpdate: (props) => setState({ props, selected: 0 }),
      onExit: () => setState(undefined),
      onKeyDown,
    }),
  });

  return {
    plugin,
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function findEntries(entries: MenuEntry[], query: string): MenuEntry[] {
  const wanted = query.trim().toLocaleLowerCase();
  return entries.filter(({ name }) => texts.menuItems[name].toLocaleLowerCase().includes(wanted));
}

function entriesOf(onEvidence: (tab: EvidenceTab) => void): MenuEntry[] {
  const evidence = (name: ItemName & keyof typeof texts.menuHints, tab: EvidenceTab): MenuEntry => ({
    name,
    group: 'evidence',
    hint: texts.menuHints[name],
    run(editor, range) {
      editor.chain().deleteRange(range).run();
      onEvidence(tab);
    },
  });
  const block = (
    name: ItemName,
    typed: string,
    run: (chain: ReturnType<Editor['chain']>) => void,
  ): MenuEntry => ({
    name,
    group: 'text',
    typed,
    run(editor, range) {
      const chain = editor.chain().focus().deleteRange(range);
      run(chain);
      chain.run();
    },
  });
  return [
    evidence('quotation', 'highlights'),
    evidence('clip', 'clips'),
    evidence('card', 'cards'),
    block('heading', '##', (chain) => chain.setHeading({ level: 2 })),
    block('subheading', '###', (chain) => chain.setHeading({ level: 3 })),
    block('list', '-', (chain) => chain.toggleBulletList()),
    block('numbered', '1.', (chain) => chain.toggleOrderedList()),
    block('divider', '---', (chain) => chain.setHorizontalRule()),
  ];
}
