import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMe } from '../../data/me.ts';
import { useChangePassword, useSignOut } from '../../data/sign-in.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { formatDate, humanize } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead, Section } from '../../ui/page-layout.tsx';
import { useToast } from '../../ui/toast.tsx';

export function AccountPage() {
  usePageTitle('Account');
  const me = useMe();
  return (
    <>
      <PageHead
        title={me.name}
        lead={`${me.email} · ${humanize(me.role)} · member since ${formatDate(me.created_at)}`}
      />
      <Section title="Password" lead="Changing it signs you out of every other browser. API keys stay valid.">
        <PasswordForm email={me.email} />
      </Section>
      <Section title="This browser" lead="You stay signed in for 30 days after your last visit.">
        <SignOutButton />
      </Section>
    </>
  );
}

function PasswordForm({ email }: { email: string }) {
  const toast = useToast();
  const [mismatch, setMismatch] = useState(false);
  const changePassword = useChangePassword();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const value = (name: string) => String(new FormData(form).get(name));
    const [current_password, new_password] = [value('current'), value('new')];
    const same = new_password === value('again');
    setMismatch(!same);
    if (!same) return;
    changePassword.mutate(
      { current_password, new_password },
      {
        onSuccess: () => {
          form.reset();
          toast({ text: 'Password changed.' });
        },
      },
    );
  };
  const { error } = changePassword;
  return (
    <form onSubmit={submit} className="max-w-sm space-y-5">
      {/* Password managers need the user name to update the right entry. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Current password"
        name="current"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        error={fieldError(error, 'current_password')}
      />
      <TextField
        label="New password"
        name="new"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={200}
        hint="At least 10 characters. Several random words are strong and easy to remember."
        error={fieldError(error, 'new_password')}
      />
      <TextField
        label="Repeat new password"
        name="again"
        type="password"
        autoComplete="new-password"
        required
        maxLength={200}
        error={mismatch ? 'The passwords do not match.' : undefined}
      />
      {error && !isValidationError(error) && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" busy={changePassword.isPending}>
        Change password
      </Button>
    </form>
  );
}

function SignOutButton() {
  const signOut = useSignOut();
  const navigate = useNavigate();
  const signOutMutation = useMutation({
    mutationFn: signOut,
    onSuccess: () => navigate({ to: '/sign-in' }),
  });
  return (
    <>
      <Button busy={signOutMutation.isPending} onClick={() => signOutMutation.mutate()}>
        <Icon name="sign-out" /> Sign out
      </Button>
      {signOutMutation.isError && (
        <div className="mt-4">
          <ErrorNotice error={signOutMutation.error} />
        </div>
      )}
    </>
  );
}
