import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSignOut } from '../../data/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Icon } from '../../ui/icon.tsx';

export function SignOutButton() {
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
