import { type FormEvent, useState } from 'react';
import { type CreatedApiKey, useCreateApiKey } from '../../data/api-keys.ts';
import { copyText } from '../../lib/copy-text.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';

const lifetimes = [
  { days: '', name: 'Never' },
  { days: '7', name: 'In 7 days' },
  { days: '30', name: 'In 30 days' },
  { days: '90', name: 'In 90 days' },
  { days: '365', name: 'In a year' },
];

export function NewKeyDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const create = useCreateApiKey();
  const close = () => {
    create.reset();
    onClose();
  };
  if (create.data) return <CreatedKeyDialog created={create.data} open={open} onClose={close} />;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = Number(form.get('days'));
    const expires_at = days ? new Date(Date.now() + days * 86_400_000).toISOString() : null;
    create.mutate({ name: String(form.get('name')).trim(), expires_at });
  };
  const { error } = create;
  return (
    <Dialog open={open} onClose={close} title="New API key">
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          pattern=".*\S.*"
          title="The name must not be blank"
          placeholder="Nightly import"
          hint="The program that uses the key, so that you recognize it later."
          error={fieldError(error, 'name')}
        />
        <SelectField label="Expires" name="days" defaultValue="">
          {lifetimes.map(({ days, name }) => (
            <option key={days} value={days}>
              {name}
            </option>
          ))}
        </SelectField>
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Create key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The server returns the key only once, when it is created. */
function CreatedKeyDialog({
  created,
  open,
  onClose,
}: {
  created: CreatedApiKey;
  open: boolean;
  onClose(): void;
}) {
  const [copied, setCopied] = useState<boolean | undefined>();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Your key “${created.name}”`}
      description="Copy it now: it is shown only once. If you lose it, create another key and revoke this one."
    >
      <div className="flex items-center gap-2 rounded-xl bg-sunken p-2 pl-4">
        <code data-testid="new-key" className="min-w-0 flex-1 py-1.5 font-mono text-sm break-all select-all">
          {created.key}
        </code>
        <Button className="self-start" onClick={async () => setCopied(await copyText(created.key))}>
          <Icon name={copied ? 'check' : 'copy'} /> {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm text-soft">
        {copied === true && 'Copied to the clipboard.'}
        {copied === false && 'The browser blocked copying. Select the key and copy it manually.'}
      </p>
      <p className="mt-4 text-sm text-soft">Set PARLEY_KEY to the key and try:</p>
      <pre className="mt-1.5 rounded-xl bg-sunken p-4 font-mono text-xs leading-relaxed break-all whitespace-pre-wrap">
        {`curl ${window.location.origin}/v1/me \\\n  -H "Authorization: Bearer $PARLEY_KEY"`}
      </pre>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
