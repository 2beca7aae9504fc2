import type { FormEvent } from 'react';
import type { Project } from '../../data/projects.ts';
import { useUpdateProject } from '../../data/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { texts } from './texts.ts';

export function RenameDialog({
  project,
  open,
  onClose,
}: {
  project: Project;
  open: boolean;
  onClose(): void;
}) {
  const update = useUpdateProject(project.id);
  const close = () => {
    update.reset();
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    update.mutate({ name }, { onSuccess: close });
  };
  return (
    <Dialog open={open} onClose={close} title={texts.renameProject}>
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label={texts.name}
          name="name"
          defaultValue={project.name}
          required
          maxLength={200}
          pattern=".*\S.*"
          title={texts.nameIsBlank}
        />
        {update.isError && <ErrorNotice error={update.error} />}
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" busy={update.isPending}>
            {texts.rename}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
