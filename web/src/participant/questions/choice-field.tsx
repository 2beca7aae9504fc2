/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { emptyDraft } from '../answers/draft.ts';
import { useTexts } from '../texts/context.tsx';
import type { FieldProps } from './field.ts';

/** One or several options, as native radio buttons and checkboxes in cards. */
export function ChoiceField({ question, draft, onChange }: FieldProps) {
  const { t } = useTexts();
  const isMulti = question.type === 'multi_choice';
  return (
    <>
      <p class="hint">{isMulti ? t.chooseMany : t.chooseOne}</p>
      <div class="options">
        {question.options.map(({ id, text }, index) => (
          <OptionCard
            key={id}
            name={question.id}
            type={isMulti ? 'checkbox' : 'radio'}
            shortcut={index < 9 ? String(index + 1) : ''}
            checked={draft.option_ids.includes(id)}
            onPick={() => onChange({ ...emptyDraft, option_ids: pick(question, draft.option_ids, id) })}
          >
            {text}
          </OptionCard>
        ))}
      </div>
    </>
  );
}

/** The chosen options after one was picked, in the order of the question. */
export function pick(question: FieldProps['question'], chosen: string[], id: string): string[] {
  if (question.type !== 'multi_choice') return [id];
  const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
  return question.options.map((option) => option.id).filter((other) => next.includes(other));
}

export function YesNoField({ question, draft, onChange }: FieldProps) {
  const { t } = useTexts();
  return (
    <div class="options options-pair">
      {[true, false].map((value, index) => (
        <OptionCard
          key={String(value)}
          name={question.id}
          type="radio"
          shortcut={String(index + 1)}
          checked={draft.value === value}
          onPick={() => onChange({ ...emptyDraft, value })}
        >
          {value ? t.yes : t.no}
        </OptionCard>
      ))}
    </div>
  );
}

interface OptionCardProps {
  name: string;
  type: 'radio' | 'checkbox';
  shortcut: string;
  checked: boolean;
  onPick(): void;
  children: ComponentChildren;
}

function OptionCard({ name, type, shortcut, checked, onPick, children }: OptionCardProps) {
  return (
    <label class="option">
      <input type={type} name={name} checked={checked} onChange={onPick} />
      <span class="option-text" dir="auto">
        {children}
      </span>
      {shortcut && (
        <span class="key" aria-hidden="true">
          {shortcut}
        </span>
      )}
    </label>
  );
}
