import { Download } from 'lucide-react';
import { type ExportFormat, exportTranscript } from '../../data/transcript.ts';
import { downloadText } from '../../lib/download-text.ts';
import { failureReason } from '../../lib/errors.ts';
import { MenuItem, MenuSub } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

const formats: readonly ExportFormat[] = ['vtt', 'srt', 'txt', 'md', 'csv', 'json'];

/** Downloads the transcript in a format of the user's choice; a part of the menu of a file. */
export function ExportItems({ fileId }: { fileId: string }) {
  const toast = useToast();
  const download = async (format: ExportFormat) => {
    try {
      const { filename, content } = await exportTranscript(fileId, format);
      downloadText(filename, 'text/plain', content);
    } catch (error) {
      toast({ text: texts.notExported(failureReason(error)) });
    }
  };
  return (
    <MenuSub
      label={
        <span className="flex items-center gap-2">
          <Download size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.export}
        </span>
      }
    >
      {formats.map((format) => (
        <MenuItem key={format} onSelect={() => void download(format)}>
          {texts.formats[format]}
        </MenuItem>
      ))}
    </MenuSub>
  );
}
