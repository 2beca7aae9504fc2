import { type FormEvent, useState } from 'react';
import { type Me, useUpdateMe } from '../../data/me.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { deviceTimezone, timezoneNames } from '../../lib/timezones.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';

export function ProfileForm({ me }: { me: Me }) {
  const toast = useToast();
  const update = useUpdateMe();
  const [timezone, setTimezone] = useState(me.timezone);
  const here = deviceTimezone();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    update.mutate({ name, timezone }, { onSuccess: () => toast({ text: 'Profile saved.' }) });
  };
  const { error } = update;
  return (
    <form onSubmit={submit} className="max-w-sm space-y-4">
      <TextField
        label="Name"
        name="name"
        dir="auto"
        autoComplete="name"
        defaultValue={me.name}
        required
        maxLength={200}
        pattern=".*\S.*"
        title="The name must not be blank"
        error={fieldError(error, 'name')}
      />
      <div>
        <SelectField
          label="Time zone"
          value={timezone}
          onChange={(event) => setTimezone(event.target.value)}
          error={fieldError(error, 'timezone')}
        >
          {timezoneNames(me.timezone).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
        {here !== timezone && (
          <p className="mt-1.5 text-sm text-soft">
            This device is in {here.replaceAll('_', ' ')}.{' '}
            <button
              type="button"
              onClick={() => setTimezone(here)}
              className="text-ink underline underline-offset-4 hover:text-accent"
            >
              Use it
            </button>
          </p>
        )}
      </div>
      {error && !isValidationError(error) && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" busy={update.isPending}>
        Save
      </Button>
    </form>
  );
}
