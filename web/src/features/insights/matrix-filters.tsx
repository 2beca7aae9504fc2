import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileChoicesQuery, testChoicesQuery } from '../../data/insight-choices.ts';
import { tagsQuery } from '../../data/tags.ts';
import { formatNumber } from '../../lib/format.ts';
import { PickList, type PickOption } from '../../ui/pick-list.tsx';
import { type Axes, idsOf, listOf } from './axes.ts';
import { AddFilter, FilterChip } from './filter-chip.tsx';
import type { InsightsSearch } from './insights-search.ts';
import { texts } from './texts.ts';
import type { ChangeSearch } from './use-url-state.ts';

type FilterName = 'test' | 'files' | 'tags';

/** An address takes about this many ids. */
const idsMax = 60;

interface MatrixFiltersProps {
  projectId: string;
  search: InsightsSearch;
  axes: Axes;
  hidden: { rows: PickOption[]; columns: PickOption[] };
  onChange: ChangeSearch;
}

const nameOf = (filter: FilterName) =>
  ({ test: texts.filters.study, files: texts.filters.files, tags: texts.filters.tags })[filter];

/** The filters as chips, and what is hidden. Answers to questions are filtered by the study only, which is part of the columns. */
export function MatrixFilters({ projectId, search, axes, hidden, onChange }: MatrixFiltersProps) {
  const [isAdding, setAdding] = useState(false);
  const [adding, setFilter] = useState<FilterName>();
  const [isOpened, setOpened] = useState(false);
  const { data: files = [] } = useQuery({
    ...fileChoicesQuery(projectId),
    enabled: isOpened || search.files !== undefined,
  });
  const { data: tests = [] } = useQuery({
    ...testChoicesQuery(projectId),
    enabled: isOpened || search.test !== undefined,
  });
  const { data: tags = [] } = useQuery(tagsQuery(projectId));
  const options: Record<FilterName, readonly PickOption[]> = { files, tags, test: tests };
  const available: FilterName[] = axes.what === 'question' ? [] : ['files', 'tags', 'test'];
  const unset = available.filter((filter) => search[filter] === undefined);

  const list = (filter: FilterName) => {
    const selected = idsOf(search[filter]);
    return (
      <PickList
        label={texts.filters.choose(nameOf(filter))}
        options={options[filter]}
        selected={selected}
        onToggle={(id) => {
          if (filter === 'test') onChange({ test: selected.includes(id) ? undefined : id });
          else if (selected.includes(id))
            onChange({ [filter]: listOf(selected.filter((other) => other !== id)) });
          else if (selected.length < idsMax) onChange({ [filter]: listOf([...selected, id]) });
        }}
      />
    );
  };
  const shownValue = (filter: FilterName) => {
    const ids = idsOf(search[filter]);
    const one = ids.length === 1 ? options[filter].find(({ id }) => id === ids[0]) : undefined;
    return one?.name ?? texts.filters.ofAll(formatNumber(ids.length), formatNumber(options[filter].length));
  };

  return (
    <>
      {available
        .filter((filter) => search[filter] !== undefined && !(isAdding && adding === filter))
        .map((filter) => (
          <FilterChip
            key={filter}
            name={nameOf(filter)}
            value={shownValue(filter)}
            removeLabel={texts.filters.remove(nameOf(filter))}
            onRemove={() => onChange({ [filter]: undefined })}
          >
            {list(filter)}
          </FilterChip>
        ))}
      {(['rows', 'columns'] as const).map((axis) => {
        const name = axis === 'rows' ? texts.filters.hiddenRows : texts.filters.hiddenColumns;
        const ids = hidden[axis].map(({ id }) => id);
        const show = (shown: string[]) =>
          onChange({ hidden: listOf(idsOf(search.hidden).filter((id) => !shown.includes(id))) });
        return ids.length === 0 ? null : (
          <FilterChip
            key={axis}
            name={name}
            value={formatNumber(ids.length)}
            removeLabel={texts.filters.showAll(name)}
            onRemove={() => show(ids)}
          >
            <PickList label={name} options={hidden[axis]} selected={ids} onToggle={(id) => show([id])} />
          </FilterChip>
        );
      })}
      {(unset.length > 0 || isAdding) && (
        <AddFilter
          open={isAdding}
          onOpenChange={(open) => {
            setAdding(open);
            setFilter(undefined);
            if (open) setOpened(true);
          }}
        >
          {adding ? (
            list(adding)
          ) : (
            <ul>
              {unset.map((filter) => (
                <li key={filter}>
                  <button
                    type="button"
                    onClick={() => setFilter(filter)}
                    className="control w-full rounded-md px-2 text-start hover:bg-sunken"
                  >
                    {nameOf(filter)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </AddFilter>
      )}
    </>
  );
}
