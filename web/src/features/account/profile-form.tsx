import { type FormEvent, useState } from 'react';
import { type Me, useUpdateMe } from '../../data/me.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { deviceTimezone, timezoneNames } from '../../lib/timezones.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

export function ProfileForm({ me }: { me: Me }) {
  const toast = useToast();
  const update = useUpdateMe();
  const [timezone, setTimezone] = useState(me.timezone);
  const here = deviceTimezone();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    update.mutate({ name, timezone }, { onSuccess: () => toast({ text: texts.profileSaved }) });
  };
  const { error } = update;
  return (
    <form onSubmit={submit} className="max-w-sm space-y-4">
      <TextField
        label={texts.name}
        name="name"
        dir="auto"
        autoComplete="name"
        defaultValue={me.name}
        required
        maxLength={200}
        pattern=".*\S.*"
        title={texts.nameIsBlank}
        error={fieldError(error, 'name')}
      />
      <div>
        <SelectField
          label={texts.timeZone}
          value={timezone}
          onChange={setTimezone}
          error={fieldError(error, 'timezone')}
          options={timezoneNames(me.timezone).map((name) => ({
            value: name,
            name: name.replaceAll('_', ' '),
          }))}
        />
        {here !== timezone && (
          <p className="mt-1.5 text-sm text-soft">
            {texts.thisDeviceIsIn(here.replaceAll('_', ' '))}{' '}
            <button
              type="button"
              onClick={() => setTimezone(here)}
              className="text-ink underline underline-offset-4 hover:text-accent"
            >
              {texts.useIt}
            </button>
          </p>
        )}
      </div>
      {error && !isValidationError(error) && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" busy={update.isPending}>
        {texts.save}
      </Button>
    </form>
  );
}
