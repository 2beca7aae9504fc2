import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { type GroupBy, highlightGroupsQuery } from '../../data/highlights.ts';
import { useMe } from '../../data/me.ts';
import { peopleQuery } from '../../data/people.ts';
import { tagsQuery } from '../../data/tags.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SelectFilter } from '../../ui/select-filter.tsx';
import { groupingOf, groupings, isFiltered, sentiments } from './filters-of.ts';
import type { HighlightsSearch } from './highlights-search.ts';
import { texts } from './texts.ts';

export type ChangeSearch = (
  change: { [Key in keyof HighlightsSearch]: HighlightsSearch[Key] | undefined },
) => void;

interface ToolbarProps {
  projectId: string;
  search: HighlightsSearch;
  onSearch: ChangeSearch;
  field: RefObject<HTMLInputElement | null>;
}

/** Search, filters, grouping and order. On a phone the filters are one line that scrolls. */
export function Toolbar({ projectId, search, onSearch, field }: ToolbarProps) {
  const [text, setText] = useSearchText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  const me = useMe();
  const tags = useQuery(tagsQuery(projectId));
  const members = useQuery(peopleQuery);
  const people = useOptions(projectId, 'person', texts.unknownPerson);
  const files = useOptions(projectId, 'file', texts.unknownFile);
  const { filters } = texts;
  return (
    <search className="flex flex-wrap items-start gap-2 px-4 py-2.5 sm:px-6">
      <SearchField
        ref={field}
        label={texts.find}
        placeholder={texts.find}
        value={text}
        onChange={setText}
        className="w-full md:w-52"
      />
      <div className="-mx-4 flex min-w-0 items-center gap-2 overflow-x-auto px-4 max-md:w-screen md:mx-0 md:flex-1 md:flex-wrap md:overflow-visible md:px-0 md:[&_[role=combobox]]:max-w-40">
        <SelectFilter
          label={filters.tag}
          all={filters.anyTag}
          value={search.tag}
          onChange={(tag) => onSearch({ tag })}
          options={(tags.data ?? []).map(({ id, name }) => ({ value: id, name }))}
        />
        <SelectFilter
          label={filters.person}
          all={filters.anyPerson}
          value={search.person}
          onChange={(person) => onSearch({ person })}
          options={people}
        />
        <SelectFilter
          label={filters.file}
          all={filters.anyFile}
          value={search.file}
          onChange={(file) => onSearch({ file })}
          options={files.filter(({ value }) => value !== 'none')}
        />
        <SelectFilter
          label={filters.sentiment}
          all={filters.anySentiment}
          value={search.sentiment}
          onChange={(sentiment) => onSearch({ sentiment })}
          options={sentiments.map((value) => ({ value, name: texts.sentiments[value] }))}
        />
        <SelectFilter
          label={filters.by}
          all={filters.anyone}
          value={search.by}
          onChange={(by) => onSearch({ by })}
          options={[
            { value: me.id, name: filters.me },
            ...(members.data ?? [])
              .filter(({ id }) => id !== me.id)
              .map(({ id, name, email }) => ({ value: id, name: name ?? email })),
            { value: 'ai', name: filters.ai },
          ]}
        />
        {isFiltered(search) && (
          <Button
            variant="bare"
            className="shrink-0"
            onClick={() => {
              setText('');
              onSearch({
                q: undefined,
                tag: undefined,
                person: undefined,
                file: undefined,
                sentiment: undefined,
                by: undefined,
              });
            }}
          >
            {filters.clear}
          </Button>
        )}
        <div className="flex shrink-0 gap-2 md:ms-auto">
          <Select
            label={texts.group}
            value={groupingOf(search)}
            onChange={(value) => onSearch({ group: value === 'tag' ? undefined : value })}
            options={groupings.map((value) => ({ value, name: texts.groupings[value] }))}
          />
          <Select
            label={texts.order}
            value={search.sort ?? ''}
            onChange={(value) => onSearch({ sort: value === 'created_at' ? value : undefined })}
            options={[
              { value: '', name: texts.orders.newest },
              { value: 'created_at', name: texts.orders.oldest },
            ]}
          />
        </div>
      </div>
    </search>
  );
}

/** What all highlights of the project have as people or files. */
function useOptions(projectId: string, groupBy: GroupBy, unknown: string) {
  const { data } = useQuery({ ...highlightGroupsQuery(projectId, groupBy, {}), staleTime: 60_000 });
  return (data?.groups ?? []).map(({ id, label }) => ({ value: id, name: label ?? unknown }));
}
