import { useEffect } from 'preact/hooks';
import { type Draft, emptyDraft } from '../answers/draft.ts';
import type { Question } from '../api/wire.ts';
import { useLatest } from '../ui/use-latest.ts';
import { pick } from './choice-field.tsx';
import { scaleValues } from './scale-field.tsx';

/** The draft after a digit was pressed; undefined if the digit means nothing for this question. */
export function draftAfterDigit(question: Question, draft: Draft, digit: number): Draft | undefined {
  switch (question.type) {
    case 'single_choice':
    case 'multi_choice': {
      const option = question.options[digit - 1];
      return option && { ...emptyDraft, option_ids: pick(question, draft.option_ids, option.id) };
    }
    case 'yes_no':
      return digit === 1 || digit === 2 ? { ...emptyDraft, value: digit === 1 } : undefined;
    case 'rating':
    case 'nps': {
      // 1 and then 0 is 10.
      const value = digit === 0 && draft.value === 1 && scaleValues(question).includes(10) ? 10 : digit;
      return scaleValues(question).includes(value) ? { ...emptyDraft, value } : undefined;
    }
    default:
      return undefined;
  }
}

const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('textarea, select, input:not([type=radio], [type=checkbox])');
const handlesEnter = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('button, a, textarea, select, input, summary, dialog') !== null;

interface Keys {
  question: Question | null;
  draft: Draft;
  onChange(draft: Draft): void;
  onSubmit(): void;
}

/** 0 to 9 pick, Enter continues. In a text, Enter starts a line, and Ctrl or ⌘ with Enter continues. */
export function useQuestionKeys({ question, draft, onChange, onSubmit }: Keys): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || document.querySelector('dialog[open]')) return;
    const hasCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && !event.repeat) {
      if (hasCommand ? event.target instanceof HTMLTextAreaElement : !handlesEnter(event.target)) {
        event.preventDefault();
        onSubmit();
      }
      return;
    }
    if (!question || hasCommand || isTextInput(event.target) || !/^\d$/.test(event.key)) return;
    const next = draftAfterDigit(question, draft, Number(event.key));
    if (!next) return;
    event.preventDefault();
    onChange(next);
  };
  const latest = useLatest(onKeyDown);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [latest]);
}
