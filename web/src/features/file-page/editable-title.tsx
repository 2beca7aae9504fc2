import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type File, fileQuery } from '../../data/file.ts';
import { useRenameFile } from '../../data/rename-file.ts';
import { errorMessage } from '../../lib/errors.ts';
import { ChangedSince } from '../../lib/undo-stack.ts';
import { MiddleTruncated } from '../../ui/middle-truncated.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { NameField } from './name-field.tsx';
import { texts } from './texts.ts';

/** The name of the file as the heading of the page. A click turns it into a field. */
export function EditableTitle({ file, editable }: { file: File; editable: boolean }) {
  const [editing, setEditing] = useState(false);
  const rename = useRenameFile();
  const showToast = useToast();
  const client = useQueryClient();
  const { add } = useUndo();
  const renameFrom = async (from: string, name: string) => {
    const current = client.getQueryData(fileQuery(file.id).queryKey);
    if (current?.name !== from) throw new ChangedSince(texts.renamedSince);
    await rename.mutateAsync({ file: current, name });
  };
  const save = (name: string | null) => {
    setEditing(false);
    if (name === null) return;
    const renamed = rename.mutateAsync({ file, name });
    renamed.catch((error) => showToast({ text: texts.notRenamed(errorMessage(error)) }));
    add(
      renamed.then(() => ({
        undone: texts.calledAgain(file.name),
        redone: texts.renamedTo(name),
        undo: () => renameFrom(name, file.name),
        redo: () => renameFrom(file.name, name),
      })),
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
            title={texts.rename}
            onClick={() => setEditing(true)}
            className="control block max-w-full rounded-md px-1.5 hover:bg-sunken"
          >
            <MiddleTruncated text={file.name} />
          </button>
        ) : (
          <span className="px-1.5">{file.name}</span>
        )}
      </h1>
      {editing && (
        <NameField
          label={texts.fileName}
          value={file.name}
          maxLength={255}
          onDone={save}
          className="font-semibold"
        />
      )}
    </>
  );
}
