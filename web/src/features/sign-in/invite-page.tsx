import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { type OpenInvitation, openInvitationQuery, useAcceptInvitation } from '../../data/sign-in.ts';
import { fieldError, isNotFound, isValidationError } from '../../lib/errors.ts';
import { deviceTimezone } from '../../lib/timezones.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuthLayout, authLink } from './auth-layout.tsx';
import { texts } from './texts.ts';

const abilities = () => ({
  admin: texts.adminMay,
  member: texts.memberMay,
  viewer: texts.viewerMay,
});

export function InvitePage({ token }: { token: string }) {
  usePageTitle(texts.invitation);
  const invitation = useQuery({ ...openInvitationQuery(token), enabled: token !== '' });
  if (!token) return <DeadInvitation />;
  if (invitation.isPending)
    return (
      <AuthLayout title={texts.invitation}>
        <Skeleton rows={3} label={texts.loadingTheInvitation} />
      </AuthLayout>
    );
  if (isNotFound(invitation.error)) return <DeadInvitation />;
  if (invitation.isError)
    return (
      <AuthLayout title={texts.invitation}>
        <ErrorNotice error={invitation.error} onRetry={() => void invitation.refetch()} />
      </AuthLayout>
    );
  return <Acceptance token={token} invitation={invitation.data} />;
}

const DeadInvitation = () => (
  <AuthLayout title={texts.thisInvitationNoLongerWorks} lead={texts.invitationEnded}>
    <p>{texts.askForInvitation}</p>
    <p className="mt-3">
      {texts.haveAccount}{' '}
      <Link to="/sign-in" className={authLink}>
        {texts.signIn}
      </Link>
    </p>
  </AuthLayout>
);

function Acceptance({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const router = useRouter();
  const accept = useAcceptInvitation(() => router.navigate({ to: '/', replace: true }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [name, password] = [String(form.get('name')).trim(), String(form.get('password'))];
    accept.mutate({ token, name, password, timezone: deviceTimezone() });
  };
  const { error } = accept;
  if (isNotFound(error)) return <DeadInvitation />;
  const { workspace_name, invited_by, role, email } = invitation;
  return (
    <AuthLayout
      title={texts.join(workspace_name)}
      lead={texts.invites(invited_by ?? texts.aColleague, abilities()[role])}
    >
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label={texts.email}
          name="email"
          autoComplete="username"
          value={email}
          readOnly
          hint={texts.signInWithAddress}
          error={fieldError(error, 'email')}
        />
        <TextField
          label={texts.yourName}
          name="name"
          autoComplete="name"
          dir="auto"
          required
          maxLength={200}
          pattern=".*\S.*"
          title={texts.nameIsBlank}
          error={fieldError(error, 'name')}
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="new-password"
          required
          minLength={10}
          hint={texts.passwordHint}
          error={fieldError(error, 'password')}
        />
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <Button type="submit" variant="primary" busy={accept.isPending} className="w-full">
          {texts.acceptAndSignIn}
        </Button>
      </form>
    </AuthLayout>
  );
}
