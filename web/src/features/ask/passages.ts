import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { type Moment, useMomentPlayback } from '../moments/index.ts';
import { texts } from './texts.ts';

/** The passage that the keys act on. */
export interface Passages {
  current: string | undefined;
  setCurrent(id: string): void;
}

/**
 * J and K go through the passages that are shown, in the order of the page; Space plays, O opens the file. `within` is the element that
 * they work in; the page around it may use the same keys.
 */
export function usePassageKeys(moments: readonly Moment[], within?: string): Passages {
  const [current, setCurrent] = useState<string>();
  const { toggle } = useMomentPlayback();
  const navigate = useNavigate();
  const byId = new Map(moments.map((moment) => [moment.id, moment]));
  const go = (step: 1 | -1) => {
    const root = within === undefined ? document : document.querySelector(within);
    const shown = [...(root?.querySelectorAll<HTMLElement>('[data-passage]') ?? [])];
    const at = shown.findIndex(({ dataset }) => dataset.passage === current);
    const next = shown[at < 0 ? (step === 1 ? 0 : shown.length - 1) : at + step];
    if (!next?.dataset.passage) return;
    setCurrent(next.dataset.passage);
    next.scrollIntoView({ block: 'nearest' });
  };
  const act = (run: (moment: Moment) => unknown) => {
    const moment = current === undefined ? undefined : byId.get(current);
    return moment ? run(moment) : false;
  };
  const open = ({ project_id, file_id, start_seconds, source_deleted }: Moment) =>
    file_id && !source_deleted
      ? void navigate({
          to: '/projects/$projectId/files/$fileId',
          params: { projectId: project_id, fileId: file_id },
          search: start_seconds === null ? {} : { t: start_seconds },
        })
      : false;
  const { group, keys } = texts;
  const where = within === undefined ? {} : { within, inDialogs: true };
  useShortcuts([
    { keys: 'j', label: keys.next, group, run: () => go(1), repeats: true, ...where },
    { keys: 'k', label: keys.previous, group, run: () => go(-1), repeats: true, ...where },
    { keys: 'Space', label: keys.play, group, run: () => act(toggle), ...where },
    { keys: 'o', label: keys.open, group, run: () => act(open), ...where },
  ]);
  return { current, setCurrent };
}
