import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import type { Person } from '../../data/people.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { CommentDraft } from './draft-storage.ts';
import { insertMention, mentionAt, nameOf } from './mentions.ts';
import { texts } from './texts.ts';

interface MentionFieldProps
  extends Pick<ComponentProps<'textarea'>, 'aria-label' | 'placeholder' | 'autoFocus' | 'onFocus'> {
  draft: CommentDraft;
  readers: readonly Person[];
  onChange(draft: CommentDraft): void;
  onSend(): void;
  /** Escape, while no list is open. */
  onEscape?: (() => void) | undefined;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

/** A text in which @ offers the members to mention. The list is below the text, so that a narrow panel never clips it. */
export function MentionField(props: MentionFieldProps) {
  const { draft, readers, onChange, onSend, onEscape, fieldRef, ...field } = props;
  const id = useId();
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const [dismissedAt, setDismissedAt] = useState<number>();
  const typed = caret === undefined ? undefined : mentionAt(draft.text, caret, readers);
  const mention = typed && typed.from !== dismissedAt ? typed : undefined;
  const isOpen = mention !== undefined;
  const from = mention?.from;

  useEffect(() => {
    if (!isOpen) return;
    // Before the dialog around the field gets the key, which would close it.
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDismissedAt(from);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isOpen, from]);

  const choose = (person: Person | undefined) => {
    if (!mention || !person || caret === undefined) return;
    const next = insertMention(draft.text, caret, mention.from, person);
    onChange({ text: next.text, chosen: [...new Set([...draft.chosen, person.id])] });
    setCaret(next.caret);
    const area = fieldRef.current;
    area?.focus();
    // After the text is rendered.
    requestAnimationFrame(() => area?.setSelectionRange(next.caret, next.caret));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      onSend();
    } else if (mention && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : mention.matches.length - 1;
      setActive((active + step) % mention.matches.length);
    } else if (mention && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      choose(mention.matches[active]);
    } else if (event.key === 'Escape' && onEscape) {
      event.preventDefault();
      onEscape();
    }
  };
  return (
    <>
      <textarea
        {...field}
        ref={fieldRef}
        dir="auto"
        rows={2}
        maxLength={10_000}
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        value={draft.text}
        onChange={({ target }) => {
          onChange({ ...draft, text: target.value });
          setCaret(target.selectionStart);
          setActive(0);
          setDismissedAt(undefined);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => setCaret(undefined)}
        onKeyDown={onKeyDown}
        className="block max-h-64 w-full resize-none bg-transparent px-2.5 py-2 outline-none [field-sizing:content] placeholder:text-soft"
      />
      <span role="status" className="sr-only">
        {mention && texts.mentionMatches(mention.matches.length)}
      </span>
      {mention && (
        <div id={id} role="listbox" aria-label={texts.mention} className="mx-1 border-t border-line py-1">
          {mention.matches.map((person, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text has the focus and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text takes the keys
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
              onPointerMove={() => setActive(index)}
              className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-1.5 aria-selected:bg-sunken pointer-coarse:min-h-11"
            >
              <span aria-hidden="true" className="inline-flex">
                <Avatar name={nameOf(person)} />
              </span>
              <span dir="auto" className="min-w-0 truncate">
                {nameOf(person)}
              </span>
              {person.name && (
                <span className="min-w-0 flex-1 truncate text-sm text-soft">{person.email}</span>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
