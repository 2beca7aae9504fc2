import { type SearchMode, type SearchType, searchModes, searchTypes } from '../../data/search.ts';

/** The part of the URL that describes the view. */
export interface SearchView {
  q?: string | undefined;
  type?: SearchType | undefined;
  project?: string | undefined;
  mode?: SearchMode | undefined;
}

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  values.includes(value as T);

/** Reads the view from the parameters of the URL, and leaves out what it does not know. */
export const readSearchView = ({ q, type, project, mode }: Record<string, unknown>): SearchView => ({
  ...(q !== undefined && q !== '' ? { q: String(q).slice(0, 200) } : {}),
  ...(isOneOf(searchTypes, type) ? { type } : {}),
  ...(typeof project === 'string' && project ? { project } : {}),
  ...(isOneOf(searchModes, mode) && mode !== 'lexical' ? { mode } : {}),
});
