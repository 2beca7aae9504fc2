import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { ApiError, fieldFault } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { useCreateProject } from './queries.ts';

export function NewProjectDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const create = useCreateProject();
  const navigate = useNavigate();
  const close = () => {
    create.reset();
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const description = String(form.get('description')).trim();
    create.mutate(
      { name: String(form.get('name')).trim(), description: description || null },
      {
        onSuccess: (project) => {
          close();
          void navigate({ to: '/projects/$projectId', params: { projectId: project.id } });
        },
      },
    );
  };
  const { error } = create;
  const named = error instanceof ApiError && error.status === 422;

  return (
    <Dialog open={open} onClose={close} title="New project">
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={200}
          pattern=".*\S.*"
          title="A name, not only spaces"
          placeholder="Checkout usability, autumn"
          fault={fieldFault(error, 'name')}
        />
        <TextArea
          label="Description"
          name="description"
          maxLength={5000}
          hint="What do you want to learn, and from whom?"
          fault={fieldFault(error, 'description')}
        />
        {error && !named && <Failure error={error} />}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            Create project
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
