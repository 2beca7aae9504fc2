/** @jsxImportSource preact */
import { emptyDraft } from '../answers/draft.ts';
import type { Question } from '../api/wire.ts';
import { useTexts } from '../texts/context.tsx';
import type { FieldProps } from './field.ts';

export function scaleValues({ type, scale }: Question): number[] {
  const [min, max] = [scale?.min ?? (type === 'nps' ? 0 : 1), scale?.max ?? (type === 'nps' ? 10 : 5)];
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

/** Ratings and NPS: one row of numbers, two rows on a phone if there are many. */
export function ScaleField({ question, draft, onChange }: FieldProps) {
  const values = scaleValues(question);
  const { t } = useTexts();
  // The end points of an NPS always mean the same, so they are labelled even if the researcher did not do so.
  const isNps = question.type === 'nps';
  const minLabel = question.scale?.min_label ?? (isNps ? t.npsLow : null);
  const maxLabel = question.scale?.max_label ?? (isNps ? t.npsHigh : null);
  const nameOf = (value: number) => {
    const label = value === values[0] ? minLabel : value === values.at(-1) ? maxLabel : null;
    return label ? `${value}, ${label}` : String(value);
  };
  return (
    <div class="scale">
      <div
        class={values.length > 7 ? 'scale-values scale-long' : 'scale-values'}
        style={{ '--columns': Math.ceil(values.length / 2) }}
      >
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
          <ScaleLabel value={values[0]} label={minLabel} />
          <ScaleLabel value={values.at(-1)} label={maxLabel} />
        </div>
      )}
    </div>
  );
}

/** In two rows, a label is not beside its number, so it names the number. */
function ScaleLabel({ value, label }: { value: number | undefined; label: string | null }) {
  return (
    <span>
      {label && <span class="narrow-only">{value} = </span>}
      <bdi>{label}</bdi>
    </span>
  );
}
