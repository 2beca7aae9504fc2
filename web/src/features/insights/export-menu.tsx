import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { exportMatrix, matrixQuery } from '../../data/insights.ts';
import { downloadText } from '../../lib/download-text.ts';
import { failureReason } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Axes } from './axes.ts';
import type { InsightsSearch } from './insights-search.ts';
import { choiceOf } from './matrix-choice.ts';
import { toTable } from './matrix-model.ts';
import { tableViewOf } from './shown-table.ts';
import { texts } from './texts.ts';

type Format = 'csv' | 'png' | 'svg';

interface ExportMenuProps {
  projectId: string;
  axes: Axes;
  search: InsightsSearch;
}

/** The counts as a table, or the matrix as it is shown as a picture. */
export function ExportMenu({ projectId, axes, search }: ExportMenuProps) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const choice = choiceOf(search, axes);
  const saving = useMutation({
    mutationFn: async (format: Format) => {
      if (format === 'csv') {
        const { filename, content_type, content } = await exportMatrix(projectId, choice);
        return downloadText(filename, content_type.split(';')[0] ?? content_type, content);
      }
      const { savePicture } = await import('./save-picture.ts');
      const matrix = await queryClient.fetchQuery(matrixQuery(projectId, choice));
      await savePicture(toTable(matrix, tableViewOf(search, axes)), format);
    },
    onError: (error) => toast({ text: texts.export.failed(failureReason(error)) }),
  });
  return (
    <Menu
      trigger={
        <Button busy={saving.isPending} aria-label={texts.export.label}>
          <Download size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-sm:hidden">{texts.export.label}</span>
        </Button>
      }
    >
      {(['csv', 'png', 'svg'] as const).map((format) => (
        <MenuItem key={format} onSelect={() => saving.mutate(format)}>
          {texts.export[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}
