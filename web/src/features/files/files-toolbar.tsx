import { LayoutGrid, List, ListFilter, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Tag } from '../../data/tags.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { FilesSearch } from './files-search.ts';
import { kinds, sorts, statuses, transcriptions } from './filter-options.ts';
import { texts } from './texts.ts';

interface ToolbarProps {
  search: FilesSearch;
  onSearch(change: Partial<FilesSearch>): void;
  tags: readonly Tag[];
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function FilesToolbar({ search, onSearch, tags }: ToolbarProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <NameSearch value={search.q ?? ''} onChange={(q) => onSearch({ q })} />
        <FilterButton search={search} onSearch={onSearch} tags={tags} />
        <Select
          label={texts.sortFiles}
          value={search.sort ?? '-created_at'}
          onChange={(sort) => onSearch({ sort: sort as FilesSearch['sort'] })}
          options={sorts()}
          className="font-medium"
        />
        <div className="ms-auto hidden sm:block">
          <SegmentedControl
            label={texts.view}
            value={search.view ?? 'table'}
            onChange={(view) => onSearch({ view: view === 'grid' ? 'grid' : undefined })}
            options={[
              {
                value: 'table',
                name: (
                  <>
                    <List {...icon} /> <span className="max-lg:sr-only">{texts.table}</span>
                  </>
                ),
              },
              {
                value: 'grid',
                name: (
                  <>
                    <LayoutGrid {...icon} /> <span className="max-lg:sr-only">{texts.grid}</span>
                  </>
                ),
              },
            ]}
          />
        </div>
      </div>
      <ActiveFilters search={search} onSearch={onSearch} tags={tags} />
    </div>
  );
}

/** The field shows every letter at once; the URL and the list follow when typing pauses. */
function NameSearch({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value);
  const settled = useDebouncedValue(text, 250);
  const sent = useRef(value);
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    onChange(settled);
  });
  // Back, forward and "Clear filters" change the URL.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  return (
    <SearchField
      label={texts.searchFilesByName}
      placeholder={texts.searchByName}
      value={text}
      onChange={setText}
      className="w-full sm:w-64"
    />
  );
}

function FilterButton({ search, onSearch, tags }: ToolbarProps) {
  const count = [search.kind, search.status, search.transcription, search.tag].filter(Boolean).length;
  return (
    <Popover
      label={texts.filterFiles}
      trigger={
        <Button>
          <ListFilter {...icon} /> {count > 0 ? texts.filterCount(count) : texts.filter}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <FilterField
          label={texts.kind}
          value={search.kind}
          options={kinds()}
          onChange={(kind) => onSearch({ kind })}
        />
        <FilterField
          label={texts.status}
          value={search.status}
          options={statuses()}
          onChange={(status) => onSearch({ status })}
        />
        <FilterField
          label={texts.transcript}
          value={search.transcription}
          options={transcriptions()}
          onChange={(transcription) => onSearch({ transcription })}
        />
        <FilterField
          label={texts.tag}
          value={search.tag}
          options={tags.map(({ id, name }) => ({ value: id, name }))}
          onChange={(tag) => onSearch({ tag })}
        />
      </div>
    </Popover>
  );
}

interface FilterFieldProps {
  label: string;
  value: string | undefined;
  options: readonly { value: string; name: string }[];
  onChange(value: string): void;
}

const FilterField = ({ label, value, options, onChange }: FilterFieldProps) => (
  <SelectField
    label={label}
    value={value ?? ''}
    onChange={onChange}
    options={[{ value: '', name: texts.any }, ...options]}
  />
);

function ActiveFilters({ search, onSearch, tags }: ToolbarProps) {
  const nameIn = (options: readonly { value: string; name: string }[], value: string | undefined) =>
    options.find((option) => option.value === value)?.name;
  const filters = [
    { key: 'kind', name: nameIn(kinds(), search.kind) },
    { key: 'status', name: nameIn(statuses(), search.status) },
    { key: 'transcription', name: nameIn(transcriptions(), search.transcription) },
    { key: 'tag', name: search.tag && (tags.find(({ id }) => id === search.tag)?.name ?? texts.tag) },
  ].filter(({ name }) => name);
  if (filters.length === 0) return null;
  return (
    <ul aria-label={texts.activeFilters} className="flex flex-wrap gap-1.5">
      {filters.map(({ key, name }) => (
        <li key={key}>
          <button
            type="button"
            aria-label={texts.removeFilter(name ?? '')}
            onClick={() => onSearch({ [key]: undefined })}
            className="inline-flex min-h-6 max-w-56 items-center gap-1 rounded-full bg-sunken ps-2.5 pe-1.5 text-sm hover:bg-line pointer-coarse:min-h-11"
          >
            <span className="truncate" dir="auto">
              {name}
            </span>
            <X size={12} strokeWidth={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
