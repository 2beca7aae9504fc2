import { useState } from 'react';
import type { File } from '../../data/file.ts';
import { useRenameFile } from '../../data/rename-file.ts';
import { errorMessage } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';
import { NameField } from './name-field.tsx';

/** The name of the file as the heading of the page. A click turns it into a field. */
export function EditableTitle({ file, editable }: { file: File; editable: boolean }) {
  const [editing, setEditing] = useState(false);
  const rename = useRenameFile();
  const showToast = useToast();
  const save = (name: string | null) => {
    setEditing(false);
    if (name !== null)
      rename.mutate(
        { file, name },
        { onError: (error) => showToast({ text: `The file was not renamed. ${errorMessage(error)}` }) },
      );
  };
  return (
    <>
      <h1
        tabIndex={-1}
        dir="auto"
        className={editing ? 'sr-only' : 'min-w-0 truncate font-semibold outline-none'}
      >
        {editable && !editing ? (
          <button
            type="button"
            title="Rename"
            onClick={() => setEditing(true)}
            className="control block max-w-full truncate rounded-md px-1.5 hover:bg-sunken"
          >
            {file.name}
          </button>
        ) : (
          <span className="px-1.5">{file.name}</span>
        )}
      </h1>
      {editing && (
        <NameField
          label="Name of the file"
          value={file.name}
          maxLength={255}
          onDone={save}
          className="font-semibold"
        />
      )}
    </>
  );
}
