import type { Editor } from '@tiptap/react';
import { Bold, Italic, MessageSquarePlus } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { keyNames } from '../../../../lib/key-names.ts';
import { useMediaQuery } from '../../../../lib/use-media-query.ts';
import { texts } from '../texts.ts';

interface SelectionToolbarProps {
  editor: Editor;
  onComment(): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What can be done with the selected words, above them; below them on a touch screen, whose own menu is above. */
export function SelectionToolbar({ editor, onComment }: SelectionToolbarProps) {
  const isTouch = useMediaQuery('(pointer: coarse)');
  const origin = useRef<HTMLDivElement>(null);
  const place = useSelectionPlace(editor, origin, isTouch);
  const corner = <div ref={origin} className="absolute top-0 left-0" />;
  if (!place) return corner;
  const isText = !('node' in editor.state.selection);
  return (
    <>
      {corner}
      <div
        role="toolbar"
        aria-label={texts.selection}
        className={`absolute z-20 flex rounded-lg border border-line bg-surface p-0.5 shadow-lg print:hidden ${isTouch ? '' : '-translate-y-full'}`}
        style={place}
      >
        {isText && (
          <>
            <Action
              label={texts.bold}
              isOn={editor.isActive('bold')}
              run={() => editor.chain().toggleBold().run()}
            >
              <Bold {...icon} />
            </Action>
            <Action
              label={texts.italic}
              isOn={editor.isActive('italic')}
              run={() => editor.chain().toggleItalic().run()}
            >
              <Italic {...icon} />
            </Action>
          </>
        )}
        <Action label={texts.comment} title={texts.commentWithKeys(keyNames('$mod+Alt+m'))} run={onComment}>
          <MessageSquarePlus {...icon} />
          <span>{texts.comment}</span>
        </Action>
      </div>
    </>
  );
}

interface ActionProps {
  label: string;
  title?: string;
  isOn?: boolean;
  run(): void;
  children: ReactNode;
}

const Action = ({ label, title = label, isOn, run, children }: ActionProps) => (
  <button
    type="button"
    aria-label={label}
    title={title}
    aria-pressed={isOn}
    // The text keeps the focus and the selection.
    onPointerDown={(event) => event.preventDefault()}
    onClick={run}
    className="inline-flex min-h-8 min-w-8 items-center justify-center gap-1.5 rounded-md px-2 text-sm font-medium hover:bg-sunken aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:min-h-11 pointer-coarse:min-w-11"
  >
    {children}
  </button>
);

const gapPx = 6;

/** Undefined while nothing is selected, or while the person still drags over the words. */
function useSelectionPlace(editor: Editor, origin: RefObject<HTMLElement | null>, isBelow: boolean) {
  const [place, setPlace] = useState<{ top: number; left: number }>();
  useEffect(() => {
    let isDragging = false;
    const update = () => {
      const { empty, from, to } = editor.state.selection;
      const box = origin.current?.getBoundingClientRect();
      if (empty || isDragging || !editor.isFocused || !editor.isEditable || !box) return setPlace(undefined);
      const [start, end] = [editor.view.coordsAtPos(from), editor.view.coordsAtPos(to)];
      const top = isBelow ? end.bottom + gapPx : start.top - gapPx;
      setPlace({ top: top - box.top, left: Math.max(0, start.left - box.left) });
    };
    const onDown = () => {
      isDragging = true;
    };
    const onUp = () => {
      isDragging = false;
      // The selection changes after the event.
      requestAnimationFrame(update);
    };
    const { dom } = editor.view;
    dom.addEventListener('pointerdown', onDown);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onUp);
    editor.on('transaction', update).on('focus', update).on('blur', update);
    return () => {
      dom.removeEventListener('pointerdown', onDown);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onUp);
      editor.off('transaction', update).off('focus', update).off('blur', update);
    };
  }, [editor, origin, isBelow]);
  return place;
}
