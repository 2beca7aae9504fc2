import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useCreateProject } from '../../data/projects.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { texts } from './texts.ts';

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
    <Dialog open={open} onClose={close} title={texts.newProject}>
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label={texts.name}
          name="name"
          required
          maxLength={200}
          pattern=".*\S.*"
          title={texts.nameIsBlank}
          placeholder={texts.checkoutUsabilityAutumn}
          error={fieldError(error, 'name')}
        />
        <TextArea
          label={texts.description}
          name="description"
          maxLength={5000}
          hint={texts.whatDoWantToLearn}
          error={fieldError(error, 'description')}
        />
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {texts.createProject}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
