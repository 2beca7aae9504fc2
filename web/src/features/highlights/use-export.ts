import { useMutation } from '@tanstack/react-query';
import { readAllHighlights } from '../../data/highlights.ts';
import type { Tag } from '../../data/tags.ts';
import { toCsv } from '../../lib/csv.ts';
import { downloadText } from '../../lib/download-text.ts';
import { failureReason } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';
import { filtersOf, sortOf } from './filters-of.ts';
import type { HighlightsSearch } from './highlights-search.ts';
import { texts } from './texts.ts';

const header = [
  'quote',
  'tags',
  'person',
  'file',
  'start_seconds',
  'end_seconds',
  'sentiment',
  'score',
  'created_at',
];

/** Saves all highlights that the filters leave, one line each, as a table. The names of columns are those of the API. */
export function useExport(projectId: string, search: HighlightsSearch, tags: ReadonlyMap<string, Tag>) {
  const toast = useToast();
  return useMutation({
    mutationFn: async () => {
      const highlights = await readAllHighlights(projectId, filtersOf(search), sortOf(search));
      const rows = highlights.map((highlight) => [
        highlight.quote ?? '',
        highlight.taggings.flatMap(({ tag_id }) => tags.get(tag_id)?.name ?? []).join('; '),
        highlight.person ?? '',
        highlight.file_name ?? '',
        highlight.start_seconds ?? '',
        highlight.end_seconds ?? '',
        highlight.sentiment ?? '',
        highlight.score ?? '',
        highlight.created_at,
      ]);
      downloadText(`${texts.title}.csv`, 'text/csv', toCsv(header, rows));
    },
    onError: (error) => toast({ text: texts.notExported(failureReason(error)) }),
  });
}
