import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fileQuery } from '../../data/file.ts';
import { readAllHighlights } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { toCsv } from '../../lib/csv.ts';
import { downloadText } from '../../lib/download-text.ts';
import { errorMessage } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

/** Saves all highlights of a tag as a table. */
export function useExportHighlights(projectId: string, tag: Tag) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async () => {
      const highlights = await readAllHighlights(projectId, tag.id);
      const fileIds = [...new Set(highlights.flatMap(({ file_id }) => file_id ?? []))];
      const names = new Map<string, string>();
      for (const fileId of fileIds) {
        const file = await queryClient.fetchQuery({ ...fileQuery(fileId), staleTime: 60_000 });
        names.set(fileId, file.name);
      }
      const rows = highlights.map((tagging) => [
        tag.name,
        tagging.quote ?? '',
        tagging.speaker ?? '',
        tagging.file_id ? (names.get(tagging.file_id) ?? '') : '',
        tagging.start_seconds ?? '',
        tagging.end_seconds ?? '',
        tagging.target_type,
        tagging.created_at,
      ]);
      downloadText(
        `${tag.name}.csv`,
        'text/csv',
        toCsv(
          ['tag', 'quote', 'speaker', 'file', 'start_seconds', 'end_seconds', 'target', 'created_at'],
          rows,
        ),
      );
    },
    onError: (error) => toast({ text: texts.nothingWasExported(errorMessage(error)) }),
  });
}
