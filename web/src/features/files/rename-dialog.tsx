import { useState } from 'react';
import type { ProjectFile } from '../../data/files.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

interface RenameDialogProps {
  file: ProjectFile;
  onClose(): void;
  onRename(name: string): void;
}

export function RenameDialog({ file, onClose, onRename }: RenameDialogProps) {
  const [name, setName] = useState(file.name);
  return (
    <Dialog open onClose={onClose} title="Rename file">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && name !== file.name) onRename(name.trim());
          else onClose();
        }}
      >
        <TextField
          label="Name"
          dir="auto"
          value={name}
          maxLength={255}
          required
          onChange={({ target }) => setName(target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
