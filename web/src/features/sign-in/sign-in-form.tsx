import type { FormEvent, ReactNode } from 'react';
import type { Credentials } from '../../data/sign-in.ts';
import { errorMessage, isSignedOut } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { texts } from './texts.ts';

interface SignInFormProps {
  /** Known when a person signs in again. */
  email?: string;
  busy: boolean;
  error: unknown;
  onSubmit(credentials: Credentials): void;
  children?: ReactNode;
}

export function SignInForm({ email, busy, error, onSubmit, children }: SignInFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onSubmit({ email: String(form.get('email')), password: String(form.get('password')) });
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={320}
        defaultValue={email}
      />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        autoFocus={email !== undefined}
      />
      {isSignedOut(error) ? (
        <p role="alert" className="rounded-xl bg-danger-wash px-4 py-3 text-sm font-medium text-danger">
          {errorMessage(error)}
        </p>
      ) : (
        error !== null && error !== undefined && <ErrorNotice error={error} />
      )}
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {busy ? texts.signingIn : texts.signIn}
      </Button>
      {children}
    </form>
  );
}
