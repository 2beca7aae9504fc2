import {
  defaultSearchMode,
  type SearchMode,
  type SearchType,
  searchModes,
  searchTypes,
} from '../../data/search.ts';

/** The part of the URL that describes the view. */
export interface SearchView {
  q?: string | undefined;
  type?: SearchType | undefined;
  project?: string | undefined;
  mode?: SearchMode | undefined;
}

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  values.includes(value as T);

/** Whether a mode finds hits of a type; an undefined type means all types. A search by meaning finds transcripts only. */
export const isSearchable = (type: SearchType | undefined, mode: SearchMode | undefined): boolean =>
  mode !== 'semantic' || type === undefined || type === 'segment';

/** Reads the view from the parameters of the URL, and leaves out what it does not know. */
export const readSearchView = ({ q, type, project, mode }: Record<string, unknown>): SearchView => ({
  ...(q !== undefined && q !== '' ? { q: String(q).slice(0, 200) } : {}),
  ...(isOneOf(searchTypes, type)
    ? { type: isSearchable(type, mode as SearchMode) ? type : ('segment' as const) }
    : {}),
  ...(typeof project === 'string' && project ? { project } : {}),
  ...(isOneOf(searchModes, mode) && mode !== defaultSearchMode ? { mode } : {}),
});
