import { type FileFilter, type FileSort, fileSorts } from '../../data/files.ts';

/** The state of the page in its URL. What is not there has its default value. */
export interface FilesSearch {
  view?: 'grid';
  q?: string;
  kind?: string;
  status?: string;
  transcription?: string;
  tag?: string;
  sort?: FileSort;
}

/** What the filters of the URL can be; filter-options.ts has their names. */
const kinds = ['video', 'audio', 'pdf', 'document', 'image', 'other'];
const statuses = ['ready', 'uploading', 'processing', 'failed'];
const transcriptions = ['completed', 'none', 'requested,queued,running', 'failed'];

const oneOf = (value: unknown, options: readonly string[]) => options.find((option) => option === value);

/** Reads the URL. Unknown values are ignored, so that an old link still opens the page. */
export function readFilesSearch(given: Record<string, unknown>): FilesSearch {
  const text = (value: unknown, max: number) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, max) : '';
  const sort = fileSorts.find((value) => value === given.sort && value !== '-created_at');
  return withoutDefaults({
    view: given.view === 'grid' ? 'grid' : undefined,
    q: text(given.q, 200),
    kind: oneOf(given.kind, kinds),
    status: oneOf(given.status, statuses),
    transcription: oneOf(given.transcription, transcriptions),
    tag: text(given.tag, 100),
    sort,
  });
}

/** Leaves out empty values, so that the URL stays short. */
export const withoutDefaults = (search: { [Key in keyof FilesSearch]: FilesSearch[Key] | undefined }) =>
  Object.fromEntries(
    Object.entries(search).filter(([key, value]) => value && !(key === 'sort' && value === '-created_at')),
  ) as FilesSearch;

export const toFilter = (search: FilesSearch): FileFilter => ({
  q: search.q ?? '',
  kind: search.kind ?? '',
  status: search.status ?? '',
  transcription: search.transcription ?? '',
  tag: search.tag ?? '',
  sort: search.sort ?? '-created_at',
});

export const hasFilter = ({ q, kind, status, transcription, tag }: FilesSearch) =>
  Boolean(q || kind || status || transcription || tag);
