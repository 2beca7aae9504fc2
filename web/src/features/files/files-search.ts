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

export const kinds = [
  { value: 'video', name: 'Video' },
  { value: 'audio', name: 'Audio' },
  { value: 'pdf', name: 'PDF' },
  { value: 'document', name: 'Document' },
  { value: 'image', name: 'Picture' },
  { value: 'other', name: 'Other' },
] as const;

export const statuses = [
  { value: 'ready', name: 'Ready' },
  { value: 'uploading', name: 'Uploading' },
  { value: 'processing', name: 'Processing' },
  { value: 'failed', name: 'Failed' },
] as const;

export const transcriptions = [
  { value: 'completed', name: 'Transcribed' },
  { value: 'none', name: 'Not transcribed' },
  { value: 'requested,queued,running', name: 'Being transcribed' },
  { value: 'failed', name: 'Transcription failed' },
] as const;

export const sorts: readonly { value: FileSort; name: string }[] = [
  { value: '-created_at', name: 'Newest first' },
  { value: 'created_at', name: 'Oldest first' },
  { value: 'name', name: 'Name, A to Z' },
  { value: '-name', name: 'Name, Z to A' },
  { value: '-updated_at', name: 'Recently changed' },
];

const oneOf = (value: unknown, options: readonly { value: string }[]) =>
  options.some((option) => option.value === value) ? { found: value as string } : undefined;

/** Reads the URL. Unknown values are ignored, so that an old link still opens the page. */
export function readFilesSearch(given: Record<string, unknown>): FilesSearch {
  const text = (value: unknown, max: number) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, max) : '';
  const sort = fileSorts.find((value) => value === given.sort && value !== '-created_at');
  return withoutDefaults({
    view: given.view === 'grid' ? 'grid' : undefined,
    q: text(given.q, 200),
    kind: oneOf(given.kind, kinds)?.found,
    status: oneOf(given.status, statuses)?.found,
    transcription: oneOf(given.transcription, transcriptions)?.found,
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
