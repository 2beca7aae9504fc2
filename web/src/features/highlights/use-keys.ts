import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { Highlight } from '../../data/highlights.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { type Moment, useMomentPlayback } from '../moments/index.ts';
import type { OpenList } from './bulk-bar.tsx';
import { momentOfHighlight } from './moment-of-highlight.ts';
import { texts } from './texts.ts';
import type { Selection } from './use-selection.ts';

interface KeysInput {
  shown: readonly { key: string; highlight: Highlight }[];
  selection: Selection;
  canEdit: boolean;
  activeKey: string | undefined;
  setActiveKey(key: string): void;
  setOpenList(list: OpenList): void;
  scroller: RefObject<HTMLDivElement | null>;
  field: RefObject<HTMLInputElement | null>;
}

/** The keys of the page. They mean the active row, which has the focus. */
export function useKeys(input: KeysInput): void {
  const { shown, selection, canEdit, activeKey, setActiveKey, setOpenList, scroller, field } = input;
  const navigate = useNavigate();
  const index = shown.findIndex(({ key }) => key === activeKey);
  const active = shown[index];
  /** The row that gets the focus as soon as it is rendered. */
  const wanted = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });
  const playback = useMomentPlayback((ended: Moment) => {
    const following = shown[shown.findIndex(({ key }) => key === ended.id) + 1];
    return following && momentOfHighlight(following.key, following.highlight);
  });

  const move = (by: 1 | -1) => {
    const target = shown[Math.max(0, Math.min(shown.length - 1, index + by))];
    if (!target) return undefined;
    wanted.current = target.key;
    setActiveKey(target.key);
    return target.key;
  };
  const extend = (by: 1 | -1) => {
    if (active && !selection.highlights.has(active.highlight.id)) selection.toggle(active.key, false);
    const key = move(by);
    if (key !== undefined) selection.toggle(key, true);
  };
  /** Opens a list for the selection, or without one for the active row. */
  const open = (list: OpenList) => {
    if (selection.highlights.size === 0) {
      if (!active) return;
      selection.toggle(active.key, false);
    }
    setOpenList(list);
  };
  const openPassage = () => {
    if (!active?.highlight.file_id) return false;
    const { project_id, file_id, start_seconds } = active.highlight;
    return void navigate({
      to: '/projects/$projectId/files/$fileId',
      params: { projectId: project_id, fileId: file_id },
      search: start_seconds === null ? {} : { t: start_seconds },
    });
  };
  const { shortcuts, title: group } = texts;
  useShortcuts([
    { keys: 'j', label: shortcuts.next, group, repeats: true, run: () => move(1) },
    { keys: 'k', label: shortcuts.previous, group, repeats: true, run: () => move(-1) },
    {
      keys: 'Space',
      label: shortcuts.play,
      group,
      run: () => (active ? playback.toggle(momentOfHighlight(active.key, active.highlight)) : false),
    },
    { keys: 'Enter', label: shortcuts.open, group, run: openPassage },
    { keys: '/', label: shortcuts.find, group, run: () => field.current?.focus() },
    ...(canEdit
      ? [
          {
            keys: 'x',
            label: shortcuts.select,
            group,
            run: () => active && selection.toggle(active.key, false),
          },
          { keys: 'Shift+J', label: shortcuts.extend, group, repeats: true, run: () => extend(1) },
          {
            keys: 'Shift+K',
            label: shortcuts.extend,
            group,
            repeats: true,
            hidden: true,
            run: () => extend(-1),
          },
          { keys: 't', label: shortcuts.tag, group, run: () => open('tag') },
          { keys: 'c', label: shortcuts.card, group, run: () => open('card') },
          {
            keys: 'Escape',
            label: shortcuts.clear,
            group,
            run: () => (selection.highlights.size > 0 ? selection.clear() : false),
          },
        ]
      : []),
  ]);
}
