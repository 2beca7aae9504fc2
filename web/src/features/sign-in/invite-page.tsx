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

const abilities = {
  admin: 'As an admin you work in projects and manage members and API keys.',
  member: 'As a member you create projects and work in those that are shared with you.',
  viewer: 'As a viewer you read what is shared with you.',
};

export function InvitePage({ token }: { token: string }) {
  usePageTitle('Invitation');
  const invitation = useQuery({ ...openInvitationQuery(token), enabled: token !== '' });
  if (!token) return <DeadInvitation />;
  if (invitation.isPending)
    return (
      <AuthLayout title="Invitation">
        <Skeleton rows={3} label="Loading the invitation" />
      </AuthLayout>
    );
  if (isNotFound(invitation.error)) return <DeadInvitation />;
  if (invitation.isError)
    return (
      <AuthLayout title="Invitation">
        <ErrorNotice error={invitation.error} onRetry={() => void invitation.refetch()} />
      </AuthLayout>
    );
  return <Acceptance token={token} invitation={invitation.data} />;
}

const DeadInvitation = () => (
  <AuthLayout
    title="This invitation no longer works"
    lead="It was accepted or withdrawn, or it is older than seven days."
  >
    <p>Ask the person who invited you to send it again.</p>
    <p className="mt-3">
      You have an account already?{' '}
      <Link to="/sign-in" className={authLink}>
        Sign in
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
      title={`Join ${workspace_name}`}
      lead={`${invited_by ?? 'A colleague'} invites you to the workspace. ${abilities[role]}`}
    >
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label="E-mail"
          name="email"
          autoComplete="username"
          value={email}
          readOnly
          hint="You sign in with this address."
          error={fieldError(error, 'email')}
        />
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          dir="auto"
          required
          maxLength={200}
          pattern=".*\S.*"
          title="The name must not be blank"
          error={fieldError(error, 'name')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          minLength={10}
          hint="At least 10 characters. Several random words are strong and easy to remember."
          error={fieldError(error, 'password')}
        />
        {error && !isValidationError(error) && <ErrorNotice error={error} />}
        <Button type="submit" variant="primary" busy={accept.isPending} className="w-full">
          Accept and sign in
        </Button>
      </form>
    </AuthLayout>
  );
}
