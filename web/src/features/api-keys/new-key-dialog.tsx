import { type FormEvent, useState } from 'react';
import { type CreatedApiKey, useCreateApiKey } from '../../data/api-keys.ts';
import { copyText } from '../../lib/copy-text.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { texts } from './texts.ts';

const lifetimes = () => [
  { days: '', name: texts.never },
  { days: '7', name: texts.in7Days },
  { days: '30', name: texts.in30Days },
  { days: '90', name: texts.in90Days },
  { days: '365', name: texts.inAYear },
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
    <Dialog open={open} onClose={close} title={texts.newApiKey}>
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label={texts.name}
          name="name"
          required
          maxLength={100}
          pattern=".*\S.*"
          title={texts.nameIsBlank}
          placeholder={texts.nightlyImport}
          hint={texts.nameHint}
          error={fieldError(error, 'name')}
        />
        <SelectField
          label={texts.expires}
          name="days"
          defaultValue=""
          options={lifetimes().map(({ days, name }) => ({ value: String(days), name }))}
        />
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {texts.createKey}
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
    <Dialog open={open} onClose={onClose} title={texts.yourKey(created.name)} description={texts.copyItNow}>
      <div className="flex items-center gap-2 rounded-xl bg-sunken p-2 pl-4">
        <code data-testid="new-key" className="min-w-0 flex-1 py-1.5 font-mono text-sm break-all select-all">
          {created.key}
        </code>
        <Button className="self-start" onClick={async () => setCopied(await copyText(created.key))}>
          <Icon name={copied ? 'check' : 'copy'} /> {copied ? texts.copied : texts.copy}
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm text-soft">
        {copied === true && texts.copiedToTheClipboard}
        {copied === false && texts.copyBlocked}
      </p>
      <p className="mt-4 text-sm text-soft">{texts.tryIt}</p>
      <pre className="mt-1.5 rounded-xl bg-sunken p-4 font-mono text-xs leading-relaxed break-all whitespace-pre-wrap">
        {`curl ${window.location.origin}/v1/me \\\n  -H "Authorization: Bearer $PARLEY_KEY"`}
      </pre>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
