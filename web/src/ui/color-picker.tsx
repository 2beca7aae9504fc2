import { Check } from 'lucide-react';
import { texts } from './picker-texts.ts';
import { storedColors, tagHue, tagHues } from './tag-colors.ts';

interface ColorPickerProps {
  label: string;
  value: string | null;
  onChange(color: string | null): void;
  /** The picker offers to have no colour. */
  optional?: boolean;
}

/** The eight hues by name, and a colour of one's own. */
export function ColorPicker({ label, value, onChange, optional = false }: ColorPickerProps) {
  const custom = value !== null && !Object.values(storedColors).includes(value.toUpperCase());
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {tagHues.map((hue) => {
          const selected = value?.toUpperCase() === storedColors[hue];
          return (
            <button
              key={hue}
              type="button"
              aria-pressed={selected}
              aria-label={texts.hues[hue]}
              title={texts.hues[hue]}
              onClick={() => onChange(storedColors[hue])}
              style={{ background: `var(--tag-${hue}-wash)`, color: `var(--tag-${hue}-ink)` }}
              className="inline-flex size-7 items-center justify-center rounded-md border border-transparent hover:border-edge aria-pressed:border-current pointer-coarse:size-11"
            >
              {selected ? (
                <Check size={14} strokeWidth={2.25} aria-hidden="true" />
              ) : (
                <span
                  aria-hidden="true"
                  className="size-2.5 rounded-sm"
                  style={{ background: `var(--tag-${hue}-dot)` }}
                />
              )}
            </button>
          );
        })}
      </div>
      <div className="flex flex-wrap items-center gap-3 text-sm text-soft">
        <label className="inline-flex items-center gap-2">
          <input
            type="color"
            value={value ?? storedColors[tagHue(value)]}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
            className="size-6 rounded border border-line bg-surface pointer-coarse:size-11"
          />
          {custom ? texts.ownColorOf(value) : texts.ownColor}
        </label>
        {optional && (
          <button
            type="button"
            aria-pressed={value === null}
            onClick={() => onChange(null)}
            className="underline underline-offset-4 hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
          >
            {texts.noColor}
          </button>
        )}
      </div>
    </fieldset>
  );
}
