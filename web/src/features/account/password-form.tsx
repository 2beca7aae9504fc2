import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useChangePassword } from '../../data/sign-in.ts';
import { signInsQuery } from '../../data/sign-ins.ts';
import { fieldError, isValidationError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

export function PasswordForm({ email }: { email: string }) {
  const toast = useToast();
  const queryClient = useQueryClient();
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
          toast({ text: texts.passwordChanged });
          void queryClient.invalidateQueries(signInsQuery);
        },
      },
    );
  };
  const { error } = changePassword;
  return (
    <form onSubmit={submit} className="max-w-sm space-y-4">
      {/* Password managers need the user name to update the right entry. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={texts.currentPassword}
        name="current"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        error={fieldError(error, 'current_password')}
      />
      <TextField
        label={texts.newPassword}
        name="new"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={200}
        hint={texts.passwordHint}
        error={fieldError(error, 'new_password')}
      />
      <TextField
        label={texts.repeatNewPassword}
        name="again"
        type="password"
        autoComplete="new-password"
        required
        maxLength={200}
        error={mismatch ? texts.thePasswordsDoNotMatch : undefined}
      />
      {error && !isValidationError(error) && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" busy={changePassword.isPending}>
        {texts.changePassword}
      </Button>
    </form>
  );
}
