import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useCreateProject } from '../../data/projects.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';

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

  return (
    <Dialog open={open} onClose={close} title="New project">
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={200}
          pattern=".*\S.*"
          title="The name must not be blank"
          placeholder="Checkout usability, autumn"
          error={fieldError(error, 'name')}
        />
        <TextArea
          label="Description"
          name="description"
          maxLength={5000}
          hint="What do you want to learn, and from whom?"
          error={fieldError(error, 'description')}
        />
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Create project
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
