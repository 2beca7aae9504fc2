import { Upload } from 'lucide-react';
import { canWrite, useMe } from '../../data/me.ts';
import { useAddUploads } from '../../data/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';

/** In place of the recent files of a project that has none. */
export function NoFiles({ projectId }: { projectId: string }) {
  const mayWrite = canWrite(useMe());
  const addUploads = useAddUploads();
  if (!mayWrite) return <p className="py-2 text-soft">No files yet.</p>;
  return (
    <div className="py-2">
      <p className="mb-3 text-soft">No files yet. Upload recordings, documents or pictures.</p>
      <FilePicker label="Files to upload" multiple onPick={(files) => addUploads(projectId, files)}>
        {(open) => (
          <Button variant="primary" onClick={open}>
            <Upload size={16} strokeWidth={1.75} aria-hidden="true" /> Upload
          </Button>
        )}
      </FilePicker>
    </div>
  );
}
