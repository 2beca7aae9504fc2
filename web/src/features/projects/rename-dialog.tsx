import type { FormEvent } from 'react';
import type { Project } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { useChangeProject } from './queries.ts';

export function RenameDialog({
  project,
  open,
  onClose,
}: {
  project: Project;
  open: boolean;
  onClose(): void;
}) {
  const change = useChangeProject(project.id);
  const close = () => {
    change.reset();
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    change.mutate({ name }, { onSuccess: close });
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
          title="A name, not only spaces"
        />
        {change.isError && <Failure error={change.error} />}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={change.isPending}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
