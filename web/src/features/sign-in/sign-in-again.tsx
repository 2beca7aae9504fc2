import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../data/me.ts';
import { useSignInAgain } from '../../data/sign-in.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInAgainDialog() {
  const me = useQueryClient().getQueryData(meQuery.queryKey);
  const signIn = useSignInAgain();
  // Another person must not see what this page shows.
  const leave = () => window.location.assign('/sign-in');
  return (
    <Dialog
      open
      onClose={leave}
      title="Sign in again"
      description="Your sign-in has ended. Sign in to go on where you were: the page and what you typed stay as they are, and what you just saved is sent."
    >
      <SignInForm
        email={me?.email}
        busy={signIn.isPending}
        error={signIn.error}
        onSubmit={(credentials) =>
          signIn.mutate(credentials, {
            onSuccess: ({ user_id }) => user_id !== me?.id && window.location.assign('/'),
          })
        }
      />
    </Dialog>
  );
}
