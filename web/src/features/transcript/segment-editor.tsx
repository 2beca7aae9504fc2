import { useLayoutEffect, useRef, useState } from 'react';
import { keyNames } from '../../lib/key-names.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { splitPoint } from './model/word-bounds.ts';
import { texts } from './texts.ts';
import type { EditingState, OpenEditor } from './use-editing.ts';

interface SegmentEditorProps {
  editor: OpenEditor;
  editing: EditingState;
  speaker: string;
  /** Returns the focus to the row. */
  onClosed(): void;
}

/** A text field in place of the text of a segment, with the same size of letters and lines. */
export function SegmentEditor({ editor, editing, speaker, onClosed }: SegmentEditorProps) {
  const [text, setText] = useState(editor.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const done = useRef(false);

  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(editor.caret, editor.caret);
  }, [editor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);

  const close = (action: () => void, refocus: boolean) => {
    if (done.current) return;
    done.current = true;
    action();
    if (refocus) onClosed();
  };
  const split = (caret: number) => {
    // The editor stays open if the segment can’t be split there.
    if (splitPoint(text, caret) === undefined) return void editing.split(text, caret);
    close(() => void editing.split(text, caret), false);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const command = event.metaKey || event.ctrlKey;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const handle = (action: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    if (event.key === 'Escape') handle(() => close(editing.cancel, true));
    else if (event.key === 's' && command) handle(() => close(() => editing.save(text), true));
    else if (event.key === 'Enter' && command) handle(() => split(selectionStart));
    else if (event.key === 'Enter' && !event.shiftKey) handle(() => close(() => editing.save(text), true));
    else if (event.key === 'Backspace' && selectionStart === 0 && selectionEnd === 0 && text.trim())
      handle(() => close(() => void editing.join(text), false));
  };

  return (
    <div>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={text}
        maxLength={20_000}
        aria-label={texts.textOf(speaker)}
        onChange={(event) => {
          setText(event.target.value);
          editing.type(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => close(() => editing.save(text), false)}
        className="-mx-1.5 block w-[calc(100%+12px)] resize-none overflow-hidden rounded-sm bg-surface px-1.5 text-md outline-2 outline-accent"
      />
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft select-none">
        <Hint keys="↵" action={texts.keys.save} />
        <Hint keys={keyNames('Escape')} action={texts.keys.cancel} />
        <Hint keys={keyNames('$mod+Enter')} action={texts.keys.split} />
        <Hint keys="⌫" action={texts.keys.join} />
        {/* A finger has no keys. The field keeps the focus, so that it is not saved before. */}
        <span className="hidden gap-2 pointer-coarse:flex" onPointerDown={(event) => event.preventDefault()}>
          <Button onClick={() => close(() => editing.save(text), true)}>{texts.save}</Button>
          <Button onClick={() => split(field.current?.selectionStart ?? 0)}>{texts.splitHere}</Button>
          <Button onClick={() => close(editing.cancel, true)}>{texts.cancel}</Button>
        </span>
      </p>
    </div>
  );
}

const Hint = ({ keys, action }: { keys: string; action: string }) => (
  <span className="pointer-coarse:hidden">
    <Kbd>{keys}</Kbd> {action}
  </span>
);
