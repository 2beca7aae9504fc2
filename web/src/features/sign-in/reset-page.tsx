import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { resetLinkQuery, useRequestReset, useResetPassword } from '../../data/sign-in.ts';
import { fieldError, isNotFound, isValidationError } from '../../lib/errors.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuthLayout, authLink } from './auth-layout.tsx';

const backToSignIn = (
  <Link to="/sign-in" className={authLink}>
    Back to sign in
  </Link>
);

/** Requests a mail, or sets the password with the link of that mail. Its token is in the fragment of the address. */
export function ResetPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  usePageTitle('New password');
  if (!token) return <RequestMail />;
  const requestAnother = () => void navigate({ to: '/reset', hash: '', replace: true });
  return <SetPassword key={token} token={token} onRequestAnother={requestAnother} />;
}

function RequestMail() {
  const request = useRequestReset();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    request.mutate(String(new FormData(event.currentTarget).get('email')).trim());
  };
  if (request.isSuccess && !request.data.sends_mail)
    return (
      <AuthLayout title="This server sends no mail" footer={backToSignIn}>
        <p role="status">
          No mail was sent to <strong dir="auto">{request.variables}</strong>. Ask the operator of this server
          for a sign-in link. This command prints one:
        </p>
        <code className="mt-3 block rounded-md bg-sunken p-3 text-sm break-words">
          npm run admin -- account sign-in-link --email {request.variables}
        </code>
        <p className="mt-3 text-soft">
          After signing in with it, change your password in the account settings.
        </p>
      </AuthLayout>
    );
  if (request.isSuccess)
    return (
      <AuthLayout title="Check your mail" footer={backToSignIn}>
        <p role="status">
          If <strong dir="auto">{request.variables}</strong> has an account here, a mail with a link is on its
          way. The link works once, within one hour.
        </p>
        <p className="mt-3 text-soft">
          No mail? Look in the spam folder, or ask the operator of this server for a sign-in link.
        </p>
      </AuthLayout>
    );
  const { error } = request;
  return (
    <AuthLayout
      title="Forgot your password?"
      lead="Enter your address to get a link to a new one."
      footer={backToSignIn}
    >
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          error={fieldError(error, 'email')}
        />
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <Button type="submit" variant="primary" busy={request.isPending} className="w-full">
          Send the link
        </Button>
      </form>
    </AuthLayout>
  );
}

function SetPassword({ token, onRequestAnother }: { token: string; onRequestAnother(): void }) {
  const router = useRouter();
  const link = useQuery(resetLinkQuery(token));
  const reset = useResetPassword(() => router.navigate({ to: '/', replace: true }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    reset.mutate({ token, new_password: String(new FormData(event.currentTarget).get('password')) });
  };
  if (link.isPending)
    return (
      <AuthLayout title="New password">
        <Skeleton rows={2} label="Checking the link" />
      </AuthLayout>
    );
  if (isNotFound(link.error) || isNotFound(reset.error))
    return (
      <AuthLayout
        title="This link no longer works"
        lead="A link to a new password works once, within one hour."
        footer={backToSignIn}
      >
        <Button variant="primary" onClick={onRequestAnother}>
          Request another link
        </Button>
      </AuthLayout>
    );
  if (link.isError)
    return (
      <AuthLayout title="New password">
        <ErrorNotice error={link.error} onRetry={() => void link.refetch()} />
      </AuthLayout>
    );
  const { error } = reset;
  return (
    <AuthLayout
      title="Set a new password"
      lead={`for ${link.data.email}. You are signed out in all other browsers.`}
    >
      <form onSubmit={submit} className="space-y-4">
        {/* Password managers need the user name to update the right entry. */}
        <input type="text" name="username" autoComplete="username" value={link.data.email} readOnly hidden />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          minLength={10}
          hint="At least 10 characters. Several random words are strong and easy to remember."
          error={fieldError(error, 'new_password')}
        />
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <Button type="submit" variant="primary" busy={reset.isPending} className="w-full">
          Save and sign in
        </Button>
      </form>
    </AuthLayout>
  );
}
