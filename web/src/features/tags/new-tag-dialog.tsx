import { useState } from 'react';
import { type Tag, useCreateTag } from '../../data/tags.ts';
import { fieldError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ColorPicker } from '../../ui/color-picker.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { texts } from './texts.ts';

interface NewTagDialogProps {
  projectId: string;
  parent: Tag | undefined;
  open: boolean;
  onClose(): void;
}

export function NewTagDialog({ projectId, parent, open, onClose }: NewTagDialogProps) {
  const create = useCreateTag(projectId);
  const [name, setName] = useState('');
  const [color, setColor] = useState<string | null>(null);
  const close = () => {
    setName('');
    setColor(null);
    create.reset();
    onClose();
  };
  const submit = () =>
    create.mutate(
      { name: name.trim(), ...(color ? { color } : {}), ...(parent ? { parent_id: parent.id } : {}) },
      { onSuccess: close },
    );
  const nameError = fieldError(create.error, 'name');
  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.newTag}
      {...(parent ? { description: texts.itWillBeUnder(parent.name) } : {})}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) submit();
        }}
      >
        <TextField
          label={texts.name}
          dir="auto"
          required
          maxLength={100}
          value={name}
          error={nameError}
          onChange={(event) => setName(event.target.value)}
        />
        <ColorPicker label={texts.color} value={color} onChange={setColor} />
        {create.isError && !nameError && <ErrorNotice error={create.error} />}
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" busy={create.isPending}>
            {texts.createTag}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
