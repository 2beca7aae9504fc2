import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { projectQuery, projectsQuery } from '../../data/projects.ts';
import { type SearchMode, type SearchType, searchModes, searchTypes } from '../../data/search.ts';
import { isSearchable, type SearchView } from './search-view.ts';

const typeNames: Record<SearchType, string> = {
  segment: 'Transcripts',
  note: 'Notes',
  card: 'Cards',
  clip: 'Clips',
  file: 'Files',
  tag: 'Tags',
  project: 'Projects',
};
const modeNames: Record<SearchMode, string> = {
  lexical: 'By words',
  hybrid: 'By words and meaning',
  semantic: 'By meaning',
};
const transcriptsOnly = 'By meaning searches transcripts';
const select =
  'control max-w-full min-w-0 rounded-md border border-line bg-surface px-2 text-base hover:border-edge';

interface SearchFiltersProps {
  view: SearchView;
  onView(change: SearchView): void;
}

export const SearchFilters = ({ view, onView }: SearchFiltersProps) => (
  <div className="mb-5 flex flex-wrap items-center gap-2">
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Type of result</legend>
      {[undefined, ...searchTypes].map((type) => {
        const isOffered = isSearchable(type, view.mode);
        return (
          <button
            key={type ?? 'all'}
            type="button"
            aria-pressed={view.type === type}
            disabled={!isOffered}
            title={isOffered ? undefined : transcriptsOnly}
            onClick={() => onView({ type })}
            className="min-h-7 rounded-md px-2.5 font-medium text-soft transition-colors enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-50 aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:min-h-11"
          >
            {type ? typeNames[type] : 'All'}
          </button>
        );
      })}
    </fieldset>
    <div className="grid w-full min-w-0 grid-cols-2 gap-2 sm:ms-auto sm:flex sm:w-auto">
      <ProjectSelect view={view} onView={onView} />
      <select
        aria-label="How to search"
        value={view.mode ?? 'lexical'}
        onChange={(event) => {
          const mode = event.target.value as SearchMode;
          onView({ mode: mode === 'lexical' ? undefined : mode });
        }}
        className={select}
      >
        {searchModes.map((mode) => (
          <option key={mode} value={mode}>
            {modeNames[mode]}
          </option>
        ))}
      </select>
    </div>
    {view.mode === 'semantic' && (
      <p role="status" className="w-full text-sm text-soft">
        A search by meaning finds transcripts only.
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
    <select
      aria-label="Project"
      value={view.project ?? ''}
      onChange={(event) => onView({ project: event.target.value || undefined })}
      className={`${select} sm:w-44`}
    >
      <option value="">All projects</option>
      {chosen && !isListed && <option value={chosen.id}>{chosen.name}</option>}
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
