import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { projectQuery, projectsQuery } from '../../data/projects.ts';
import {
  defaultSearchMode,
  type SearchMode,
  type SearchType,
  searchModes,
  searchTypes,
} from '../../data/search.ts';
import { Select } from '../../ui/select.tsx';
import { isSearchable, type SearchView } from './search-view.ts';
import { texts } from './texts.ts';

const typeNames = (): Record<SearchType, string> => ({
  segment: texts.transcripts,
  note: texts.notes,
  card: texts.cards,
  clip: texts.clips,
  report: texts.reports,
  file: texts.files,
  tag: texts.tags,
  project: texts.projects,
});
const modeNames = (): Record<SearchMode, string> => ({
  lexical: texts.byWords,
  hybrid: texts.byWordsAndMeaning,
  semantic: texts.byMeaning,
});
const transcriptsOnly = () => texts.meaningHint;

interface SearchFiltersProps {
  view: SearchView;
  onView(change: SearchView): void;
}

export const SearchFilters = ({ view, onView }: SearchFiltersProps) => (
  <div className="mb-5 flex flex-wrap items-center gap-2">
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{texts.typeOfResult}</legend>
      {[undefined, ...searchTypes].map((type) => {
        const isOffered = isSearchable(type, view.mode);
        return (
          <button
            key={type ?? 'all'}
            type="button"
            aria-pressed={view.type === type}
            disabled={!isOffered}
            title={isOffered ? undefined : transcriptsOnly()}
            onClick={() => onView({ type })}
            className="min-h-7 rounded-md px-2.5 font-medium text-soft transition-colors enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-50 aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:min-h-11"
          >
            {type ? typeNames()[type] : texts.all}
          </button>
        );
      })}
    </fieldset>
    <div className="grid w-full min-w-0 grid-cols-2 gap-2 sm:ms-auto sm:flex sm:w-auto">
      {view.project && (
        <button
          type="button"
          onClick={() => onView({ project: undefined })}
          className="control col-span-2 rounded-md px-2 text-start text-accent hover:underline"
        >
          {texts.searchAllProjects}
        </button>
      )}
      <ProjectSelect view={view} onView={onView} />
      <Select
        label={texts.howToSearch}
        value={view.mode ?? defaultSearchMode}
        onChange={(mode) => onView({ mode: mode === defaultSearchMode ? undefined : mode })}
        options={searchModes.map((mode) => ({ value: mode, name: modeNames()[mode] }))}
        className="max-w-full"
      />
    </div>
    {view.mode === 'semantic' && (
      <p role="status" className="w-full text-sm text-soft">
        {texts.meaningOnly}
      </p>
    )}
  </div>
);

function ProjectSelect({ view, onView }: SearchFiltersProps) {
  const list = useInfiniteQuery(projectsQuery({ q: '', status: 'active' }));
  const projects = list.data?.pages.flatMap((page) => page.data) ?? [];
  const isListed = projects.some(({ id }) => id === view.project);
  // A project in the address may be archived, or not among the first of the list.
  const chosen = useQuery({
    ...projectQuery(view.project ?? ''),
    enabled: view.project !== undefined && !isListed,
  }).data;
  return (
    <Select
      label={texts.project}
      value={view.project ?? ''}
      onChange={(project) => onView({ project: project || undefined })}
      options={[
        { value: '', name: texts.allProjects },
        ...(chosen && !isListed ? [chosen] : [])
          .concat(projects)
          .map(({ id, name }) => ({ value: id, name })),
      ]}
      className="max-w-full sm:w-44"
    />
  );
}
