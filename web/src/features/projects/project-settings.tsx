import type { FormEvent } from 'react';
import type { Project } from '../../data/projects.ts';
import { useUpdateProject } from '../../data/projects.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { languageNames } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

export function ProjectSettings({ project }: { project: Project }) {
  const update = useUpdateProject(project.id);
  const toast = useToast();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name)).trim();
    update.mutate(
      { name: text('name'), description: text('description') || null, language: text('language') || null },
      { onSuccess: () => toast({ text: texts.changesSaved }) },
    );
  };
  const { error } = update;
  // The fields start with the stored values. A change by another person does not replace what is being typed.
  return (
    <form key={project.id} onSubmit={submit} className="max-w-xl space-y-4">
      <TextField
        label={texts.name}
        name="name"
        defaultValue={project.name}
        required
        maxLength={200}
        pattern=".*\S.*"
        title={texts.nameIsBlank}
        error={fieldError(error, 'name')}
      />
      <TextArea
        label={texts.description}
        name="description"
        defaultValue={project.description ?? ''}
        maxLength={5000}
        error={fieldError(error, 'description')}
      />
      <SelectField
        label={texts.language}
        name="language"
        defaultValue={project.language ?? ''}
        hint={texts.languagePeopleSpeakInRecordings}
        error={fieldError(error, 'language')}
        options={[
          { value: '', name: texts.detectAutomatically },
          ...languageNames(project.language).map(({ code, name }) => ({ value: code, name })),
        ]}
      />
      {error && !isValidationError(error) && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" busy={update.isPending}>
        {texts.saveChanges}
      </Button>
    </form>
  );
}
