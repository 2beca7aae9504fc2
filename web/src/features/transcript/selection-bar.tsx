import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Shortcut, useShortcuts } from '../../lib/shortcuts.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { CardForm } from './card-form.tsx';
import { useTranscript } from './context.ts';
import { titleOf } from './model/quotation.ts';
import type { Passage } from './model/selection.ts';
import { formAnchor, placeBar, visibleRects } from './place-bar.ts';
import { QuoteForm } from './quote-form.tsx';
import { SpeakerForm } from './speaker-form.tsx';
import { TagPicker } from './tag-picker.tsx';
import { texts } from './texts.ts';
import { quotationOf, usePassageActions } from './use-passage-actions.ts';

interface SelectionBarProps {
  passage: Passage;
  scroller: RefObject<HTMLElement | null>;
  /** The rendered parts of the selection. */
  getRanges(): Range[];
  /** Changes when rows were rendered, so that the bar moves with its words. */
  renderCount: unknown;
  dragging: boolean;
  hold(held: boolean): void;
  onDone(): void;
}

/** What the keys do with selected words, as the sheet of shortcuts says it. */
export const passageKeys = (): Readonly<Record<string, string>> => ({
  T: texts.shortcuts.tag,
  C: texts.shortcuts.clip,
  N: texts.shortcuts.note,
  B: texts.shortcuts.card,
  Q: texts.shortcuts.copy,
});

type Form = 'tag' | 'clip' | 'note' | 'card' | 'speaker';

const buttonStyle =
  'control flex items-center gap-1.5 rounded-md px-2 whitespace-nowrap hover:bg-paper/15 focus-visible:outline-paper';

/** The actions for selected words. It is above the words and inside the screen; on a phone at the bottom of the transcript. */
export function SelectionBar({
  passage,
  scroller,
  getRanges,
  renderCount,
  dragging,
  hold,
  onDone,
}: SelectionBarProps) {
  const context = useTranscript();
  const { projectId, hasRecording, editable, list, transcript } = context;
  const [form, setForm] = useState<Form | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const quotation = useMemo(() => quotationOf(context, passage), [context, passage]);
  const finish = useCallback(() => {
    hold(false);
    setForm(null);
    onDone();
  }, [hold, onDone]);
  const actions = usePassageActions(quotation, finish);

  const place = useCallback(() => {
    const element = bar.current;
    const box = scroller.current?.getBoundingClientRect();
    if (element && box) placeBar(element, box, getRanges());
  }, [scroller, getRanges]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place depends on the words and the rendered rows.
  useLayoutEffect(place, [place, passage, renderCount, dragging]);
  useEffect(() => {
    const element = scroller.current;
    element?.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      element?.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [place, scroller]);

  const open = useCallback(
    (next: Form) => {
      hold(true);
      setForm(next);
    },
    [hold],
  );
  const close = useCallback(() => {
    setForm(null);
    hold(false);
  }, [hold]);

  const anchor = useMemo(
    () => ({
      getBoundingClientRect: () =>
        formAnchor(
          bar.current?.getBoundingClientRect() ?? new DOMRect(),
          visibleRects(getRanges(), scroller.current?.getBoundingClientRect() ?? new DOMRect()),
        ),
    }),
    [getRanges, scroller],
  );

  const buttons = [
    ...(editable
      ? [
          { key: 'T', label: texts.actions.tag, run: () => open('tag') },
          ...(hasRecording ? [{ key: 'C', label: texts.actions.clip, run: () => open('clip') }] : []),
          { key: 'N', label: texts.actions.note, run: () => open('note') },
          { key: 'B', label: texts.actions.card, run: () => open('card') },
        ]
      : []),
    { key: 'Q', label: texts.actions.copy, run: () => void actions?.copy() },
  ];
  const shortcuts: Shortcut[] = buttons.map(({ key, label, run }) => ({
    keys: key.toLowerCase(),
    label: passageKeys()[key] ?? label,
    group: texts.title,
    run,
  }));
  useShortcuts([
    ...shortcuts,
    { keys: 'Escape', label: texts.clear, group: texts.title, run: onDone, hidden: true },
  ]);

  const parts = quotation?.parts ?? [];
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        aria-label={texts.selectedWords}
        hidden={dragging}
        // A press must not clear the selection.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        className="fixed z-40 flex items-center gap-0.5 rounded-lg bg-ink p-1 text-sm font-medium text-paper shadow-xl hidden:hidden max-sm:inset-x-2 max-sm:justify-between"
      >
        {buttons.map(({ key, label, run }) => (
          <button key={key} type="button" aria-keyshortcuts={key} onClick={run} className={buttonStyle}>
            {label} <span className="pointer-coarse:hidden">{<Kbd>{key}</Kbd>}</span>
          </button>
        ))}
        {editable && transcript.speakers.length > 1 && (
          <button type="button" onClick={() => open('speaker')} className={`${buttonStyle} max-sm:hidden`}>
            {texts.actions.speaker} <span className="pointer-coarse:hidden">{<Kbd>1–9</Kbd>}</span>
          </button>
        )}
      </div>
      {form && actions && (
        <AnchoredPopover anchor={anchor} label={texts.forms[form]} onClose={close}>
          {form === 'tag' && (
            <TagPicker projectId={projectId} onChoose={(choices) => void actions.tag(choices)} />
          )}
          {form === 'speaker' && (
            <SpeakerForm segments={list.segments.slice(passage.first, passage.last + 1)} onDone={finish} />
          )}
          {form === 'clip' && (
            <QuoteForm
              label={texts.clipName}
              action={texts.createClip}
              initial={titleOf(parts, 80)}
              maxLength={200}
              onSubmit={actions.clip}
            />
          )}
          {form === 'note' && (
            <QuoteForm
              label={texts.note}
              action={texts.addNote}
              initial=""
              multiline
              maxLength={50_000}
              onSubmit={actions.note}
            />
          )}
          {form === 'card' && (
            <CardForm
              projectId={projectId}
              initial={titleOf(parts, 120)}
              onCreate={actions.card}
              onAdd={actions.addToCard}
            />
          )}
        </AnchoredPopover>
      )}
    </>
  );
}
