import { Upload } from 'lucide-react';
import { canWrite, useMe } from '../../data/me.ts';
import { useAddUploads } from '../../data/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { texts } from './texts.ts';

/** Shown in place of the recent files of a project that has none. */
export function NoFiles({ projectId }: { projectId: string }) {
  const mayWrite = canWrite(useMe());
  const addUploads = useAddUploads();
  if (!mayWrite) return <p className="py-2 text-soft">{texts.noFilesYet}</p>;
  return (
    <div className="py-2">
      <p className="mb-3 text-soft">{texts.noFilesYetUploadRecordings}</p>
      <FilePicker label={texts.filesToUpload} multiple onPick={(files) => addUploads(projectId, files)}>
        {(open) => (
          <Button variant="primary" onClick={open}>
            <Upload size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.upload}
          </Button>
        )}
      </FilePicker>
    </div>
  );
}
