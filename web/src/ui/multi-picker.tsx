import { useState } from 'react';
import { Button } from './button.tsx';
import { texts } from './picker-texts.ts';
import { Popover } from './popover.tsx';
import { SearchField } from './search-field.tsx';
import { TagChip, TagDot } from './tag-chip.tsx';

export interface PickerOption {
  id: string;
  name: string;
  color: string | null;
}

interface MultiPickerProps {
  label: string;
  /** The text of the button that opens the list. */
  action: string;
  options: readonly PickerOption[];
  selected: readonly string[];
  onChange(selected: string[]): void;
  readOnly?: boolean;
}

/** Chips of the selected options, and a list with search to select others. */
export function MultiPicker({ label, action, options, selected, onChange, readOnly }: MultiPickerProps) {
  const [query, setQuery] = useState('');
  const byId = new Map(options.map((option) => [option.id, option]));
  const wanted = query.trim().toLocaleLowerCase();
  const shown = options.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, 100);
  const toggle = (id: string) =>
    onChange(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {selected.map((id) => {
        const option = byId.get(id);
        return option ? <TagChip key={id} name={option.name} color={option.color} /> : null;
      })}
      {!readOnly && (
        <Popover label={label} trigger={<Button>{action}</Button>} onOpenChange={() => setQuery('')}>
          <SearchField label={texts.search(label)} value={query} onChange={setQuery} />
          <ul className="mt-2 max-h-64 overflow-y-auto">
            {shown.map((option) => (
              <li key={option.id}>
                <label className="control flex items-center gap-2 rounded-md px-2 hover:bg-sunken">
                  <input
                    type="checkbox"
                    className="size-4 shrink-0"
                    checked={selected.includes(option.id)}
                    onChange={() => toggle(option.id)}
                  />
                  <TagDot color={option.color} />
                  <span dir="auto" className="min-w-0 truncate">
                    {option.name}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          {shown.length === 0 && (
            <p className="mt-2 px-2 text-sm text-soft">
              {options.length === 0 ? texts.nothingToChooseFrom : texts.nothingMatches(query)}
            </p>
          )}
        </Popover>
      )}
    </div>
  );
}
