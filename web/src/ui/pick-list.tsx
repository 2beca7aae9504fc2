import { Check, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { texts } from './picker-texts.ts';
import { TagDot } from './tag-chip.tsx';

export interface PickOption {
  id: string;
  name: string;
  color?: string | null;
}

interface PickListProps {
  label: string;
  options: readonly PickOption[];
  selected: readonly string[];
  onToggle(id: string): void;
  /** Offers to create what was typed. */
  onCreate?(name: string): void;
}

const shownMax = 100;

/** A field that filters a list to choose several from. Arrow keys and Enter work from the field. */
export function PickList({ label, options, selected, onToggle, onCreate }: PickListProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const words = text.trim().toLocaleLowerCase();
  const matches = options.filter(({ name }) => name.toLocaleLowerCase().includes(words)).slice(0, shownMax);
  const canCreate =
    onCreate && words && !options.some(({ name }) => name.toLocaleLowerCase() === words) ? 1 : 0;
  const count = matches.length + canCreate;
  const choose = (index: number) => {
    const option = matches[index];
    if (option) onToggle(option.id);
    else if (canCreate) {
      onCreate?.(text.trim());
      setText('');
    }
  };
  const row =
    'control flex w-full items-center gap-2 rounded-md px-2 text-start aria-selected:font-medium data-active:bg-sunken';
  return (
    <div className="space-y-2">
      <input
        // biome-ignore lint/a11y/noAutofocus: the list opens for this field
        autoFocus
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
        dir="auto"
        value={text}
        maxLength={100}
        placeholder={label}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (step !== 0 && count > 0) setActive((active + step + count) % count);
          else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(active);
          else return;
          event.preventDefault();
        }}
        className="control w-full rounded-md border border-line bg-surface px-2.5 placeholder:text-soft focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        className="max-h-64 overflow-y-auto"
      >
        {matches.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={selected.includes(option.id)}
            data-active={index === active || undefined}
            onClick={() => onToggle(option.id)}
            onPointerMove={() => setActive(index)}
            className={`${row} cursor-pointer`}
          >
            {option.color !== undefined && <TagDot color={option.color} />}
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {option.name}
            </span>
            {selected.includes(option.id) && <Check size={14} strokeWidth={2.25} aria-hidden="true" />}
          </div>
        ))}
        {canCreate === 1 && (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            id={`${id}-${matches.length}`}
            role="option"
            aria-selected="false"
            data-active={active === matches.length || undefined}
            onClick={() => choose(matches.length)}
            className={`${row} cursor-pointer`}
          >
            <Plus size={14} strokeWidth={2} aria-hidden="true" />
            <span className="min-w-0 truncate">{texts.create(text.trim())}</span>
          </div>
        )}
      </div>
      {count === 0 && <p className="px-2 text-sm text-soft">{texts.nothingFound}</p>}
    </div>
  );
}
