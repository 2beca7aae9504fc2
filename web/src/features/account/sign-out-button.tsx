import { useMutation } from '@tanstack/react-query';
import { signOut } from '../../data/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { texts } from './texts.ts';

export function SignOutButton() {
  const signOutMutation = useMutation({ mutationFn: signOut });
  return (
    <>
      <Button busy={signOutMutation.isPending} onClick={() => signOutMutation.mutate()}>
        <Icon name="sign-out" /> {texts.signOut}
      </Button>
      {signOutMutation.isError && (
        <div className="mt-4">
          <ErrorNotice error={signOutMutation.error} />
        </div>
      )}
    </>
  );
}
