import { Upload } from 'lucide-react';
import { useAddUploads } from '../../data/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';

/** The page of a project without files. */
export function EmptyFiles({ projectId, mayWrite }: { projectId: string; mayWrite: boolean }) {
  const addUploads = useAddUploads();
  if (!mayWrite)
    return (
      <EmptyState title="No files yet">Members of this project can add recordings and documents.</EmptyState>
    );
  return (
    <div className="flex flex-col items-center rounded-xl border border-dashed border-edge/60 px-6 py-16 text-center">
      <Upload size={24} strokeWidth={1.5} aria-hidden="true" className="text-soft" />
      <p className="mt-3 font-serif text-lg">Drop recordings and documents here</p>
      <p className="mt-1 max-w-prose text-soft">
        Video, audio, PDF, Word, text and pictures, many at once. Recordings are transcribed after the upload.
      </p>
      <FilePicker label="Files to add" multiple onPick={(files) => addUploads(projectId, files)}>
        {(open) => (
          <Button variant="primary" className="mt-5" onClick={open}>
            Choose files
          </Button>
        )}
      </FilePicker>
    </div>
  );
}

export const NoMatch = ({ onClear }: { onClear(): void }) => (
  <EmptyState title="No files match" action={<Button onClick={onClear}>Clear filters</Button>}>
    No file of this project matches the search and the filters.
  </EmptyState>
);
