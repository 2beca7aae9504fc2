import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../data/me.ts';
import { useSignInAgain } from '../../data/sign-in.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';

export function SignInAgainDialog() {
  const me = useQueryClient().getQueryData(meQuery.queryKey);
  const signIn = useSignInAgain();
  // Another person must not see what this page shows.
  const leave = () => window.location.assign('/sign-in');
  return (
    <Dialog open onClose={leave} title={texts.signInAgain} description={texts.signInEnded}>
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
