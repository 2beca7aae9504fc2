import { type FormEvent, useState } from 'react';
import { ApiError, fieldFault } from '../../lib/api-error.ts';
import { copyText } from '../../lib/copy.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Failure } from '../../ui/states.tsx';
import { type NewApiKey, useCreateApiKey } from './queries.ts';

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
  if (create.data) return <MadeKey made={create.data} open={open} onClose={close} />;

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
          title="A name, not only spaces"
          placeholder="Nightly import"
          hint="What will use it? You will want to know when you revoke it."
          fault={fieldFault(error, 'name')}
        />
        <SelectField label="Expires" name="days" defaultValue="">
          {lifetimes.map(({ days, name }) => (
            <option key={days} value={days}>
              {name}
            </option>
          ))}
        </SelectField>
        {error && !(error instanceof ApiError && error.status === 422) && <Failure error={error} />}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            Make key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The one moment at which the key can be seen. */
function MadeKey({ made, open, onClose }: { made: NewApiKey; open: boolean; onClose(): void }) {
  const [copied, setCopied] = useState<boolean | undefined>();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Your key “${made.name}”`}
      description="Copy it now: it is shown this once. If it is lost, make another and revoke this one."
    >
      <div className="flex items-center gap-2 rounded-xl bg-sunken p-2 pl-4">
        <code data-testid="new-key" className="min-w-0 flex-1 py-1.5 font-mono text-sm break-all select-all">
          {made.key}
        </code>
        <Button className="self-start" onClick={async () => setCopied(await copyText(made.key))}>
          <Icon name={copied ? 'check' : 'copy'} /> {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm text-soft">
        {copied === true && 'The key is in your clipboard.'}
        {copied === false && 'The browser did not allow it: select the key and copy it yourself.'}
      </p>
      <p className="mt-4 text-sm text-soft">With the key in PARLEY_KEY, try:</p>
      <pre className="mt-1.5 rounded-xl bg-sunken p-4 font-mono text-xs leading-relaxed break-all whitespace-pre-wrap">
        {`curl ${window.location.origin}/v1/me \\\n  -H "Authorization: Bearer $PARLEY_KEY"`}
      </pre>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
