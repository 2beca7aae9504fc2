import type { FormEvent } from 'react';
import type { Project } from '../../data/projects.ts';
import { useUpdateProject } from '../../data/projects.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';

export function ProjectSettings({ project }: { project: Project }) {
  const update = useUpdateProject(project.id);
  const toast = useToast();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name)).trim();
    update.mutate(
      { name: text('name'), description: text('description') || null, language: text('language') || null },
      { onSuccess: () => toast({ text: 'Changes saved.' }) },
    );
  };
  const { error } = update;
  // The key resets the fields when the project changes, for example through the rename dialog.
  return (
    <form key={project.updated_at} onSubmit={submit} className="max-w-xl space-y-5">
      <TextField
        label="Name"
        name="name"
        defaultValue={project.name}
        required
        maxLength={200}
        pattern=".*\S.*"
        title="The name must not be blank"
        error={fieldError(error, 'name')}
      />
      <TextArea
        label="Description"
        name="description"
        defaultValue={project.description ?? ''}
        maxLength={5000}
        error={fieldError(error, 'description')}
      />
      <TextField
        label="Language"
        name="language"
        defaultValue={project.language ?? ''}
        hint="A code such as en, de or pt-BR. Leave it empty to detect the language."
        error={fieldError(error, 'language') && 'Use a language code such as en or pt-BR.'}
      />
      {error && !isValidationError(error) && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" busy={update.isPending}>
        Save changes
      </Button>
    </form>
  );
}
