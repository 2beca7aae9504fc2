import { useEffect, useState } from 'react';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectFilter } from '../../ui/select-filter.tsx';
import { useBoardContext } from './board-context.ts';
import { type BoardSearch, isFiltered } from './board-search.ts';

interface BoardFiltersProps {
  search: BoardSearch;
  onChange(change: Partial<Record<keyof BoardSearch, string | undefined>>): void;
}

const dueNames = [
  { value: 'overdue', name: 'Overdue' },
  { value: 'week', name: 'Due in 7 days' },
  { value: 'none', name: 'No due date' },
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
    <search className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full max-sm:[&_select]:flex-1">
      <SearchField
        label="Find cards"
        placeholder="Find cards"
        value={text}
        onChange={setText}
        className="w-44 shrink-0 max-sm:w-full"
      />
      <SelectFilter
        label="Tag"
        all="Any tag"
        value={search.tag}
        onChange={(tag) => onChange({ tag })}
        options={[...tags.values()].map(({ id, name }) => ({ value: id, name }))}
      />
      <SelectFilter
        label="Assignee"
        all="Anyone"
        value={search.assignee}
        onChange={(assignee) => onChange({ assignee })}
        options={[
          { value: 'none', name: 'Not assigned' },
          ...[...people.values()].map(({ id, name, email }) => ({ value: id, name: name || email })),
        ]}
      />
      <SelectFilter
        label="Due"
        all="Any date"
        value={search.due}
        onChange={(due) => onChange({ due })}
        options={dueNames}
      />
      {isFiltered(search) && (
        <Button
          variant="bare"
          onClick={() => onChange({ q: undefined, tag: undefined, assignee: undefined, due: undefined })}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}
