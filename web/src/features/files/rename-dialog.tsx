import { useState } from 'react';
import type { ProjectFile } from '../../data/files.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { texts } from './texts.ts';

interface RenameDialogProps {
  file: ProjectFile;
  onClose(): void;
  onRename(name: string): void;
}

export function RenameDialog({ file, onClose, onRename }: RenameDialogProps) {
  const [name, setName] = useState(file.name);
  return (
    <Dialog open onClose={onClose} title={texts.renameFile}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && name !== file.name) onRename(name.trim());
          else onClose();
        }}
      >
        <TextField
          label={texts.name}
          dir="auto"
          value={name}
          maxLength={255}
          required
          onChange={({ target }) => setName(target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary">
            {texts.rename}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
