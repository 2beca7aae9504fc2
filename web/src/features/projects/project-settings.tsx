import type { FormEvent } from 'react';
import type { Project } from '../../lib/api.ts';
import { ApiError, fieldFault } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { useTell } from '../../ui/toasts.tsx';
import { useChangeProject } from './queries.ts';

export function ProjectSettings({ project }: { project: Project }) {
  const change = useChangeProject(project.id);
  const tell = useTell();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name)).trim();
    change.mutate(
      { name: text('name'), description: text('description') || null, language: text('language') || null },
      { onSuccess: () => tell({ text: 'Saved.' }) },
    );
  };
  const { error } = change;
  const named = error instanceof ApiError && error.status === 422;
  // Renamed elsewhere on the page: the form begins anew with what is stored.
  return (
    <form key={project.updated_at} onSubmit={submit} className="max-w-xl space-y-5">
      <TextField
        label="Name"
        name="name"
        defaultValue={project.name}
        required
        maxLength={200}
        pattern=".*\S.*"
        title="A name, not only spaces"
        fault={fieldFault(error, 'name')}
      />
      <TextArea
        label="Description"
        name="description"
        defaultValue={project.description ?? ''}
        maxLength={5000}
        fault={fieldFault(error, 'description')}
      />
      <TextField
        label="Language"
        name="language"
        defaultValue={project.language ?? ''}
        hint="A code such as en, de or pt-BR. Leave it empty to detect the language."
        fault={fieldFault(error, 'language') && 'Use a language code such as en or pt-BR.'}
      />
      {error && !named && <Failure error={error} />}
      <Button type="submit" look="primary" busy={change.isPending}>
        Save changes
      </Button>
    </form>
  );
}
