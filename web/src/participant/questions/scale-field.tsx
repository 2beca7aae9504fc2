/** @jsxImportSource preact */
import { emptyDraft } from '../answers/draft.ts';
import type { Question } from '../api/wire.ts';
import type { FieldProps } from './field.ts';

export function scaleValues({ type, scale }: Question): number[] {
  const [min, max] = [scale?.min ?? (type === 'nps' ? 0 : 1), scale?.max ?? (type === 'nps' ? 10 : 5)];
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

/** Ratings and NPS: one row of numbers, two rows on a phone if there are many. */
export function ScaleField({ question, draft, onChange }: FieldProps) {
  const values = scaleValues(question);
  const { min_label: minLabel, max_label: maxLabel } = question.scale ?? { min_label: null, max_label: null };
  const nameOf = (value: number) => {
    const label = value === values[0] ? minLabel : value === values.at(-1) ? maxLabel : null;
    return label ? `${value}, ${label}` : String(value);
  };
  return (
    <div class="scale">
      <div class={values.length > 7 ? 'scale-values scale-long' : 'scale-values'}>
        {values.map((value) => (
          <label key={value} class="scale-value">
            <input
              type="radio"
              name={question.id}
              aria-label={nameOf(value)}
              checked={draft.value === value}
              onChange={() => onChange({ ...emptyDraft, value })}
            />
            <span aria-hidden="true">{value}</span>
          </label>
        ))}
      </div>
      {(minLabel || maxLabel) && (
        <div class="scale-labels" aria-hidden="true">
          <span dir="auto">{minLabel}</span>
          <span dir="auto">{maxLabel}</span>
        </div>
      )}
    </div>
  );
}
