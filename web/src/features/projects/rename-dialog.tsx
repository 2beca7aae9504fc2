import type { FormEvent } from 'react';
import type { Project } from '../../data/projects.ts';
import { useUpdateProject } from '../../data/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';

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
    <Dialog open={open} onClose={close} title="Rename project">
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label="Name"
          name="name"
          defaultValue={project.name}
          required
          maxLength={200}
          pattern=".*\S.*"
          title="The name must not be blank"
        />
        {update.isError && <ErrorNotice error={update.error} />}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={update.isPending}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
