import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { filesQuery } from '../../data/files.ts';
import { tagsQuery } from '../../data/tags.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { texts } from './texts.ts';
import type { ChangeView, ClipsView } from './view.ts';

interface ClipFiltersProps {
  projectId: string;
  view: ClipsView;
  onChangeView: ChangeView;
}

const sorts = () =>
  [
    { value: '-created_at', name: texts.newest },
    { value: 'created_at', name: texts.oldest },
    { value: '-updated_at', name: texts.recentlyChanged },
    { value: 'name', name: texts.name },
  ] as const;

/** On a phone the filters share one line below the search; from 768 px on, one line with it. */
const filterWidth = 'flex-1 basis-24 md:max-w-48';

export function ClipFilters({ projectId, view, onChangeView }: ClipFiltersProps) {
  const [query, setQuery] = useSearchText(view.q ?? '', (q) =>
    onChangeView({ q: q || undefined }, { replace: true }),
  );
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2">
      <SearchField
        label={view.view === 'reels' ? texts.searchReels : texts.searchClips}
        placeholder={texts.nameOrDescription}
        value={query}
        onChange={setQuery}
        className="w-full md:w-64"
      />
      {view.view !== 'reels' && (
        <>
          <FileSelect
            projectId={projectId}
            value={view.file}
            onChange={(file) => onChangeView({ file }, { replace: true })}
          />
          <TagSelect
            projectId={projectId}
            value={view.tag}
            onChange={(tag) => onChangeView({ tag }, { replace: true })}
          />
          <Select
            label={texts.sort}
            className={filterWidth}
            value={view.sort ?? '-created_at'}
            onChange={(sort) => onChangeView({ sort: sort as ClipsView['sort'] }, { replace: true })}
            options={sorts()}
          />
        </>
      )}
    </search>
  );
}

interface FilterProps {
  projectId: string;
  value: string | undefined;
  onChange(value: string | undefined): void;
}

export function FileSelect({ projectId, value, onChange }: FilterProps) {
  const files = useInfiniteQuery(
    filesQuery(projectId, { q: '', kind: '', status: '', transcription: '', tag: '', sort: 'name' }),
  );
  const options = (files.data?.pages.flatMap((page) => page.data) ?? []).map(({ id, name }) => ({
    value: id,
    name,
  }));
  return (
    <Select
      label={texts.file}
      className={filterWidth}
      value={value ?? ''}
      onChange={(next) => onChange(next || undefined)}
      options={[{ value: '', name: texts.allFiles }, ...options]}
    />
  );
}

export function TagSelect({ projectId, value, onChange }: FilterProps) {
  const tags = useQuery(tagsQuery(projectId));
  const options = (tags.data ?? []).map(({ id, name }) => ({ value: id, name }));
  return (
    <Select
      label={texts.tag}
      className={filterWidth}
      value={value ?? ''}
      onChange={(next) => onChange(next || undefined)}
      options={[{ value: '', name: texts.allTags }, ...options]}
    />
  );
}
