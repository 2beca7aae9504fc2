import { Download } from 'lucide-react';
import { type ExportFormat, exportTranscript } from '../../data/transcript.ts';
import { failureReason } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';

const formats: { format: ExportFormat; label: string }[] = [
  { format: 'vtt', label: 'Subtitles (VTT)' },
  { format: 'srt', label: 'Subtitles (SRT)' },
  { format: 'txt', label: 'Plain text' },
  { format: 'md', label: 'Markdown' },
  { format: 'csv', label: 'Table (CSV)' },
  { format: 'json', label: 'JSON' },
];

/** Downloads the transcript in a format of the user's choice. */
export function ExportMenu({ fileId }: { fileId: string }) {
  const toast = useToast();
  const download = async (format: ExportFormat) => {
    try {
      const { filename, content } = await exportTranscript(fileId, format);
      saveAs(filename, content);
    } catch (error) {
      toast({ text: `Not exported. ${failureReason(error)}` });
    }
  };
  return (
    <Menu
      trigger={
        <Button>
          <Download size={16} strokeWidth={1.75} aria-hidden="true" /> Export
        </Button>
      }
    >
      {formats.map(({ format, label }) => (
        <MenuItem key={format} onSelect={() => void download(format)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

function saveAs(filename: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The download has to begin before the address is released.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
