import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UnusedPassage } from '../../data/coverage.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { type Tag, tagsQuery } from '../../data/tags.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { Popover } from '../../ui/popover.tsx';
import { type Moment, MomentRow } from '../moments/index.ts';
import { moodOf } from './mood-of.ts';
import { texts } from './texts.ts';
import type { PassageActions } from './use-passage-actions.ts';

interface UnusedListProps {
  projectId: string;
  passages: readonly UnusedPassage[];
  actions: PassageActions;
  currentId: string | undefined;
  onCurrent(id: string): void;
}

const firstShown = 20;

const momentOf = (passage: UnusedPassage, projectId: string): Moment => ({
  id: passage.segment_id,
  project_id: projectId,
  file_id: passage.file_id,
  response_id: null,
  segment_id: passage.segment_id,
  start_seconds: passage.start_seconds,
  end_seconds: passage.end_seconds,
  quote: passage.text,
  person: passage.speaker,
  file_name: passage.file_name,
  has_recording: null,
  source_deleted: false,
});

/** The passages that no finding uses, the strongest first. After an action, the next one has the focus. */
export function UnusedList({ projectId, passages, actions, currentId, onCurrent }: UnusedListProps) {
  const canEdit = canWrite(useMe());
  const { data: tags = [] } = useQuery(tagsQuery(projectId));
  const [shownMax, setShownMax] = useState(firstShown);
  const [tagging, setTagging] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const refocus = useRef<string>(undefined);
  const shown = passages.slice(0, shownMax);
  const index = shown.findIndex(({ segment_id }) => segment_id === currentId);

  const focus = (id: string | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-passage="${CSS.escape(id ?? '')}"] figure`)?.focus();
  useEffect(() => {
    if (refocus.current === undefined) return;
    focus(refocus.current);
    refocus.current = undefined;
  });
  const step = (by: number) => {
    const next = shown[index < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, index + by))];
    if (!next) return;
    onCurrent(next.segment_id);
    focus(next.segment_id);
  };
  /** The next one takes the place of the one that leaves the list. */
  const act = (passage: UnusedPassage, run: () => void) => {
    const at = shown.indexOf(passage);
    const next = shown[at + 1] ?? shown[at - 1];
    setTagging(undefined);
    if (next) {
      onCurrent(next.segment_id);
      refocus.current = next.segment_id;
    }
    run();
  };
  const current = shown[index];
  const key = (keys: string, label: string, run: (passage: UnusedPassage) => void) => ({
    keys,
    label,
    group: texts.shortcuts.group,
    run: () => {
      if (!current || !canEdit) return false;
      run(current);
      return true;
    },
  });
  useShortcuts([
    {
      keys: 'j',
      label: texts.coverage.next,
      group: texts.shortcuts.group,
      repeats: true,
      run: () => step(1),
    },
    {
      keys: 'k',
      label: texts.coverage.previous,
      group: texts.shortcuts.group,
      repeats: true,
      run: () => step(-1),
    },
    key('t', texts.coverage.chooseTag, ({ segment_id }) => setTagging(segment_id)),
    key('c', texts.coverage.card, (passage) => act(passage, () => actions.addCard(passage))),
    key('x', texts.coverage.notNeeded, (passage) => act(passage, () => actions.putAside(passage))),
  ]);

  if (passages.length === 0)
    return <EmptyState title={texts.coverage.none}>{texts.coverage.noneHint}</EmptyState>;
  return (
    <>
      <ul ref={list} aria-label={texts.coverage.list} className="min-h-0 flex-1 overflow-y-auto">
        {shown.map((passage) => (
          <li
            key={passage.segment_id}
            data-passage={passage.segment_id}
            onFocus={() => onCurrent(passage.segment_id)}
            className={`border-b border-line px-4 py-3 ${passage.segment_id === currentId ? 'bg-sunken' : ''}`}
          >
            <MomentRow moment={momentOf(passage, projectId)} mood={moodOf(passage.score)} tabIndex={-1} />
            {canEdit && (
              <div className="mt-2 flex flex-wrap gap-2 ps-10">
                <TagButton
                  tags={tags}
                  open={tagging === passage.segment_id}
                  onOpenChange={(open) => setTagging(open ? passage.segment_id : undefined)}
                  onTag={(tag) => act(passage, () => actions.tag(passage, tag))}
                />
                <Button onClick={() => act(passage, () => actions.addCard(passage))}>
                  {texts.coverage.card}
                </Button>
                <Button
                  variant="bare"
                  title={texts.coverage.notNeededHint}
                  onClick={() => act(passage, () => actions.putAside(passage))}
                >
                  {texts.coverage.notNeeded}
                </Button>
              </div>
            )}
          </li>
        ))}
        {passages.length > shownMax && (
          <li className="p-4">
            <Button variant="bare" onClick={() => setShownMax(passages.length)}>
              {texts.coverage.more(passages.length - shownMax)}
            </Button>
          </li>
        )}
      </ul>
      {canEdit && <KeyHints />}
    </>
  );
}

interface TagButtonProps {
  tags: readonly Tag[];
  open: boolean;
  onOpenChange(open: boolean): void;
  onTag(tag: Tag): void;
}

const TagButton = ({ tags, open, onOpenChange, onTag }: TagButtonProps) => (
  <Popover
    label={texts.coverage.chooseTag}
    open={open}
    onOpenChange={onOpenChange}
    trigger={<Button>{texts.coverage.tag}</Button>}
  >
    <PickList
      label={texts.coverage.chooseTag}
      options={tags}
      selected={[]}
      onToggle={(id) => {
        const tag = tags.find((each) => each.id === id);
        if (tag) onTag(tag);
      }}
    />
  </Popover>
);

const KeyHints = () => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-5 py-2.5 text-xs text-soft max-lg:hidden">
    {(
      [
        [['J', 'K'], texts.coverage.move],
        [['T'], texts.coverage.keyTag],
        [['C'], texts.coverage.keyCard],
        [['X'], texts.coverage.keyNotNeeded],
      ] as const
    ).map(([keys, label]) => (
      <span key={label} className="inline-flex items-center gap-1">
        {keys.map((name) => (
          <Kbd key={name}>{name}</Kbd>
        ))}
        {label}
      </span>
    ))}
  </p>
);
