import { useSearchText } from '../../lib/use-search-text.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SelectFilter } from '../../ui/select-filter.tsx';
import type { ChangeReportsView, ReportsView } from './reports-view.ts';
import { texts } from './texts.ts';

interface ReportFiltersProps {
  view: ReportsView;
  onChangeView: ChangeReportsView;
}

const sorts = ['-updated_at', '-created_at', 'created_at'] as const;

export function ReportFilters({ view, onChangeView }: ReportFiltersProps) {
  const [query, setQuery] = useSearchText(view.q ?? '', (q) =>
    onChangeView({ q: q || undefined }, { replace: true }),
  );
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2">
      <SearchField
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        value={query}
        onChange={setQuery}
        className="w-full md:w-64"
      />
      <SelectFilter
        label={texts.state}
        all={texts.allStates}
        value={view.status}
        onChange={(status) => onChangeView({ status: status as ReportsView['status'] }, { replace: true })}
        options={(['ready', 'edited'] as const).map((value) => ({ value, name: texts.statusNames[value] }))}
      />
      <Select
        label={texts.sort}
        value={view.sort ?? '-updated_at'}
        onChange={(sort) =>
          onChangeView(
            { sort: sort === '-updated_at' ? undefined : (sort as ReportsView['sort']) },
            { replace: true },
          )
        }
        options={sorts.map((value) => ({ value, name: texts.sorts[value] }))}
      />
    </search>
  );
}
