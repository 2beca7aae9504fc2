import type { FormEvent } from 'react';
import { useUpdateWorkspace, type Workspace } from '../../data/workspace.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const toast = useToast();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = String(form.get('retention_days')).trim();
    update.mutate(
      {
        name: String(form.get('name')).trim(),
        retention_days: days === '' ? null : Number(days),
        retention_deletes: form.get('retention_deletes') === 'on',
      },
      { onSuccess: () => toast({ text: texts.workspaceSaved }) },
    );
  };
  const { error } = update;
  return (
    <form onSubmit={submit} className="max-w-sm space-y-4">
      <TextField
        label={texts.name}
        name="name"
        dir="auto"
        defaultValue={workspace.name}
        required
        maxLength={200}
        pattern=".*\S.*"
        title={texts.nameIsBlank}
        error={fieldError(error, 'name')}
      />
      <TextField
        label={texts.keepRecordingsForDays}
        name="retention_days"
        type="number"
        inputMode="numeric"
        min={1}
        max={3650}
        step={1}
        defaultValue={workspace.retention_days ?? ''}
        placeholder={texts.noLimit}
        hint={texts.retentionHint}
        error={fieldError(error, 'retention_days')}
      />
      <label className="flex items-start gap-2 text-sm">
        <input
          type="checkbox"
          name="retention_deletes"
          defaultChecked={workspace.retention_deletes}
          className="mt-0.5 size-4 shrink-0"
        />
        {texts.deleteAfterThat}
      </label>
      {fieldError(error, 'retention_deletes') && (
        <p role="alert" className="text-sm text-danger">
          {texts.enterNumberDaysFirst}
        </p>
      )}
      {error && !isValidationError(error) && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" busy={update.isPending}>
        {texts.save}
      </Button>
    </form>
  );
}
