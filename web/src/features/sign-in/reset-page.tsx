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
import { texts } from './texts.ts';

const backToSignIn = () => (
  <Link to="/sign-in" className={authLink}>
    {texts.backToSignIn}
  </Link>
);

/** Requests a mail, or sets the password with the link of that mail. Its token is in the fragment of the address. */
export function ResetPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  usePageTitle(texts.newPassword);
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
      <AuthLayout title={texts.noMail} footer={backToSignIn()}>
        <p role="status">
          {texts.noMailBeforeAddress} <strong dir="auto">{request.variables}</strong>
          {texts.noMailAfterAddress}
        </p>
        <code className="mt-3 block rounded-md bg-sunken p-3 text-sm break-words">
          {`npm run admin -- account sign-in-link --email ${request.variables}`}
        </code>
        <p className="mt-3 text-soft">{texts.thenChangePassword}</p>
      </AuthLayout>
    );
  if (request.isSuccess)
    return (
      <AuthLayout title={texts.checkYourMail} footer={backToSignIn()}>
        <p role="status">
          {texts.mailSentBeforeAddress} <strong dir="auto">{request.variables}</strong>{' '}
          {texts.mailSentAfterAddress}
        </p>
        <p className="mt-3 text-soft">{texts.noMailArrived}</p>
      </AuthLayout>
    );
  const { error } = request;
  return (
    <AuthLayout title={texts.forgotYourPassword} lead={texts.enterAddressToGetLink} footer={backToSignIn()}>
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          error={fieldError(error, 'email')}
        />
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <Button type="submit" variant="primary" busy={request.isPending} className="w-full">
          {texts.sendTheLink}
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
      <AuthLayout title={texts.newPassword}>
        <Skeleton rows={2} label={texts.checkingTheLink} />
      </AuthLayout>
    );
  if (isNotFound(link.error) || isNotFound(reset.error))
    return (
      <AuthLayout title={texts.linkEnded} lead={texts.linkEndedHint} footer={backToSignIn()}>
        <Button variant="primary" onClick={onRequestAnother}>
          {texts.requestAnotherLink}
        </Button>
      </AuthLayout>
    );
  if (link.isError)
    return (
      <AuthLayout title={texts.newPassword}>
        <ErrorNotice error={link.error} onRetry={() => void link.refetch()} />
      </AuthLayout>
    );
  const { error } = reset;
  return (
    <AuthLayout title={texts.setANewPassword} lead={texts.newPasswordLead(link.data.email)}>
      <form onSubmit={submit} className="space-y-4">
        {/* Password managers need the user name to update the right entry. */}
        <input type="text" name="username" autoComplete="username" value={link.data.email} readOnly hidden />
        <PasswordField
          label={texts.newPassword}
          name="password"
          autoComplete="new-password"
          required
          minLength={10}
          hint={texts.passwordHint}
          error={fieldError(error, 'new_password')}
        />
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <Button type="submit" variant="primary" busy={reset.isPending} className="w-full">
          {texts.saveAndSignIn}
        </Button>
      </form>
    </AuthLayout>
  );
}
