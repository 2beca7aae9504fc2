import { useEffect, useState } from 'react';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectFilter } from '../../ui/select-filter.tsx';
import { useBoardContext } from './board-context.ts';
import { type BoardSearch, isFiltered } from './board-search.ts';
import { texts } from './texts.ts';

interface BoardFiltersProps {
  search: BoardSearch;
  onChange(change: Partial<Record<keyof BoardSearch, string | undefined>>): void;
}

const dueNames = () => [
  { value: 'overdue', name: texts.overdue },
  { value: 'week', name: texts.dueIn7Days },
  { value: 'none', name: texts.noDueDate },
];

export function BoardFilters({ search, onChange }: BoardFiltersProps) {
  const { tags, people } = useBoardContext();
  const [text, setText] = useState(search.q ?? '');
  const debounced = useDebouncedValue(text, 200);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed goes into the URL
  useEffect(() => {
    if (debounced !== (search.q ?? '')) onChange({ q: debounced || undefined });
  }, [debounced]);
  // Back and "Clear filters" change the URL.
  useEffect(() => setText(search.q ?? ''), [search.q]);

  return (
    <search className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full max-sm:[&_[role=combobox]]:flex-1">
      <SearchField
        label={texts.findCards}
        placeholder={texts.findCards}
        value={text}
        onChange={setText}
        className="w-44 shrink-0 max-sm:w-full"
      />
      <SelectFilter
        label={texts.tag}
        all={texts.anyTag}
        value={search.tag}
        onChange={(tag) => onChange({ tag })}
        options={[...tags.values()].map(({ id, name }) => ({ value: id, name }))}
      />
      <SelectFilter
        label={texts.assignee}
        all={texts.anyone}
        value={search.assignee}
        onChange={(assignee) => onChange({ assignee })}
        options={[
          { value: 'none', name: texts.notAssigned },
          ...[...people.values()].map(({ id, name, email }) => ({ value: id, name: name || email })),
        ]}
      />
      <SelectFilter
        label={texts.due}
        all={texts.anyDate}
        value={search.due}
        onChange={(due) => onChange({ due })}
        options={dueNames()}
      />
      {isFiltered(search) && (
        <Button
          variant="bare"
          onClick={() => onChange({ q: undefined, tag: undefined, assignee: undefined, due: undefined })}
        >
          {texts.clearFilters}
        </Button>
      )}
    </search>
  );
}
