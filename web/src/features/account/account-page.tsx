import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { askApp } from '../../lib/api.ts';
import { ApiError, fieldFault } from '../../lib/api-error.ts';
import { signOut, useMe } from '../../lib/identity.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { onDay, sentence } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead, Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { useTell } from '../../ui/toasts.tsx';

export function AccountPage() {
  usePageTitle('Account');
  const me = useMe();
  return (
    <>
      <PageHead
        title={me.name}
        lead={`${me.email} · ${sentence(me.role)} · here since ${onDay(me.created_at)}`}
      />
      <Section
        title="Password"
        lead="Changing it signs you out of every other browser. API keys go on working."
      >
        <PasswordForm email={me.email} />
      </Section>
      <Section title="This browser" lead="You stay signed in for 30 days after your last visit.">
        <SignOut />
      </Section>
    </>
  );
}

function PasswordForm({ email }: { email: string }) {
  const tell = useTell();
  const [differs, setDiffers] = useState(false);
  const change = useMutation({
    mutationFn: (input: { current_password: string; new_password: string }) =>
      askApp<{ changed: true }>('POST', '/password', input),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const value = (name: string) => String(new FormData(form).get(name));
    const [current_password, new_password] = [value('current'), value('new')];
    const same = new_password === value('again');
    setDiffers(!same);
    if (!same) return;
    change.mutate(
      { current_password, new_password },
      {
        onSuccess: () => {
          form.reset();
          tell({ text: 'Your password is changed.' });
        },
      },
    );
  };
  const { error } = change;
  const named = error instanceof ApiError && error.status === 422;
  return (
    <form onSubmit={submit} className="max-w-sm space-y-5">
      {/* Lets a password manager know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Current password"
        name="current"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        fault={fieldFault(error, 'current_password')}
      />
      <TextField
        label="New password"
        name="new"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={200}
        hint="At least 10 characters. A few words in a row are strong and easy to keep."
        fault={fieldFault(error, 'new_password')}
      />
      <TextField
        label="New password, again"
        name="again"
        type="password"
        autoComplete="new-password"
        required
        maxLength={200}
        fault={differs ? 'The two are not the same.' : undefined}
      />
      {error && !named && <Failure error={error} />}
      <Button type="submit" look="primary" busy={change.isPending}>
        Change password
      </Button>
    </form>
  );
}

function SignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: () => signOut(queries),
    onSuccess: () => navigate({ to: '/sign-in' }),
  });
  return (
    <>
      <Button busy={leave.isPending} onClick={() => leave.mutate()}>
        <Icon name="out" /> Sign out
      </Button>
      {leave.isError && (
        <div className="mt-4">
          <Failure error={leave.error} />
        </div>
      )}
    </>
  );
}
