import { Upload } from 'lucide-react';
import { useAddUploads } from '../../data/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { texts } from './texts.ts';

/** The page of a project without files. */
export function EmptyFiles({ projectId, mayWrite }: { projectId: string; mayWrite: boolean }) {
  const addUploads = useAddUploads();
  if (!mayWrite)
    return <EmptyState title={texts.noFilesYet}>{texts.membersProjectCanAddRecordings}</EmptyState>;
  return (
    <div className="flex flex-col items-center rounded-xl border border-dashed border-edge/60 px-6 py-16 text-center">
      <Upload size={24} strokeWidth={1.5} aria-hidden="true" className="text-soft" />
      <p className="mt-3 font-serif text-lg">{texts.dropRecordingsAndDocumentsHere}</p>
      <p className="mt-1 max-w-prose text-soft">{texts.videoAudioPdfWordText}</p>
      <FilePicker label={texts.filesToAdd} multiple onPick={(files) => addUploads(projectId, files)}>
        {(open) => (
          <Button variant="primary" className="mt-5" onClick={open}>
            {texts.chooseFiles}
          </Button>
        )}
      </FilePicker>
    </div>
  );
}

export const NoMatch = ({ onClear }: { onClear(): void }) => (
  <EmptyState title={texts.noFilesMatch} action={<Button onClick={onClear}>{texts.clearFilters}</Button>}>
    {texts.noFileProjectMatchesSearch}
  </EmptyState>
);
