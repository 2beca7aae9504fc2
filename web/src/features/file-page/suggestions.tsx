import { type KeyboardEvent, useRef, useState } from 'react';
import { type File, hasTimes } from '../../data/file.ts';
import type { Tagging } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { formatPercent, formatTimecode } from '../../lib/format.ts';
import { keyNames } from '../../lib/key-names.ts';
import { type Shortcut, useShortcuts } from '../../lib/shortcuts.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { type MediaPlayback, useDecideWithUndo } from '../transcript/index.ts';
import { panelTexts as texts } from './panel-texts.ts';
import { texts as pageTexts } from './texts.ts';

interface SuggestionsProps {
  file: File;
  tags: Tag[];
  suggestions: Tagging[];
  playback: MediaPlayback;
  mayWrite: boolean;
  onAccept(taggings: Tagging[]): void;
}

/** The box handles these keys itself; here they are for the sheet of shortcuts. */
const boxShortcuts = (mayWrite: boolean): Shortcut[] =>
  [
    ...(mayWrite
      ? [
          { keys: 'a', label: texts.acceptSuggestion },
          { keys: 'x', label: texts.rejectSuggestion },
        ]
      : []),
    { keys: 'ArrowDown', label: texts.nextSuggestion },
  ].map((shortcut) => ({ ...shortcut, group: texts.suggestionsGroup, run: () => false }));

/** Decides on the suggested highlights one by one. The keys work while the box has the focus; S moves the focus here. */
export function Suggestions({ file, tags, suggestions, playback, mayWrite, onAccept }: SuggestionsProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const [position, setPosition] = useState(0);
  const [hasFocus, setHasFocus] = useState(false);
  const decide = useDecideWithUndo(file.project_id, file.id);
  const ordered = suggestions.toSorted(
    (a, b) => (b.confidence ?? 0) - (a.confidence ?? 0) || (a.start_seconds ?? 0) - (b.start_seconds ?? 0),
  );
  const current = ordered[Math.min(position, ordered.length - 1)];
  useShortcuts([
    {
      keys: 's',
      label: texts.goToSuggestions,
      group: pageTexts.shortcutGroup,
      run: () => box.current?.focus(),
    },
    ...(current ? boxShortcuts(mayWrite) : []),
  ]);
  if (!current) return null;

  const nameOf = ({ tag_id }: Tagging) => tags.find(({ id }) => id === tag_id)?.name ?? texts.deletedTag;
  const show = (tagging: Tagging | undefined) => {
    if (tagging && tagging.start_seconds !== null) playback.seek(tagging.start_seconds);
  };
  const decideOn = (taggings: Tagging[], status: 'accepted' | 'rejected') => {
    if (status === 'accepted') onAccept(taggings);
    void decide(taggings, status, nameOf(current));
  };
  const decideOnCurrent = (status: 'accepted' | 'rejected') => {
    decideOn([current], status);
    // The decided one leaves the list, so the next one takes its place.
    const following = ordered[position + 1] ?? ordered[0];
    if (position >= ordered.length - 1) setPosition(0);
    show(following === current ? undefined : following);
    box.current?.focus();
  };
  const next = () => {
    const index = (position + 1) % ordered.length;
    setPosition(index);
    show(ordered[index]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      ...(mayWrite ? { a: () => decideOnCurrent('accepted'), x: () => decideOnCurrent('rejected') } : {}),
      ArrowDown: next,
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  /** A key is shown only while it works. */
  const keyOf = (key: string) => (hasFocus ? key : undefined);

  return (
    <fieldset
      ref={box}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={() => setHasFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => setHasFocus(currentTarget.contains(relatedTarget))}
      className="min-w-0 rounded-lg border border-dashed border-edge p-3 text-sm focus-visible:outline-offset-0"
    >
      <legend className="sr-only">{texts.suggestedTags}</legend>
      <p aria-live="polite">
        <span className="font-semibold">{texts.suggestions(suggestions.length)}</span>
        <span className="text-soft"> · </span>
        <bdi className="font-medium">{texts.quoted(nameOf(current))}</bdi>
        <span className="text-soft">
          {' '}
          {current.start_seconds === null || !hasTimes(file)
            ? texts.onFile
            : texts.onMoment(formatTimecode(current.start_seconds))}
          {current.confidence !== null && `, ${texts.sure(formatPercent(current.confidence))}`}
        </span>
      </p>
      {current.quote && (
        <button
          type="button"
          dir="auto"
          onClick={() => show(current)}
          className="mt-1.5 line-clamp-3 text-start font-serif text-base text-ink hover:underline"
        >
          {current.quote}
        </button>
      )}
      <div className="mt-2 -ms-2 flex flex-wrap items-center">
        {mayWrite && (
          <>
            <KeyButton
              name={texts.accept}
              shortcut={keyOf('A')}
              onClick={() => decideOnCurrent('accepted')}
            />
            <KeyButton
              name={texts.reject}
              shortcut={keyOf('X')}
              onClick={() => decideOnCurrent('rejected')}
            />
          </>
        )}
        <KeyButton name={texts.next} shortcut={keyOf('ArrowDown')} onClick={next} />
        {mayWrite && suggestions.length > 1 && (
          <KeyButton name={texts.acceptAll} onClick={() => decideOn(ordered, 'accepted')} />
        )}
      </div>
      {!hasFocus && (
        <p className="mt-1 text-xs text-soft pointer-coarse:hidden">
          <Kbd>{keyNames('s')}</Kbd> {texts.decideWithKeys}
        </p>
      )}
    </fieldset>
  );
}

interface KeyButtonProps {
  name: string;
  shortcut?: string | undefined;
  onClick(): void;
}

const KeyButton = ({ name, shortcut, onClick }: KeyButtonProps) => (
  <button
    type="button"
    onClick={onClick}
    aria-keyshortcuts={shortcut}
    className="control inline-flex items-center gap-1 rounded-md px-2 text-soft hover:bg-sunken hover:text-ink"
  >
    {name}{' '}
    {shortcut && (
      <span className="pointer-coarse:hidden">
        <Kbd>{keyNames(shortcut)}</Kbd>
      </span>
    )}
  </button>
);
