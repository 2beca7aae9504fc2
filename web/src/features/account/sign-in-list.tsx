import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { type SignIn, signInsQuery, useEndOtherSignIns, useEndSignIn } from '../../data/sign-ins.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatCount, formatDate, formatRelativeTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Badge } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';

export function SignInList() {
  const list = useQuery(signInsQuery);
  if (list.isPending) return <Skeleton rows={2} label="Loading sign-ins" />;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  // The current one first: it is the one that the person recognizes.
  const rows = list.data.toSorted((a, b) => Number(b.current) - Number(a.current));
  const others = rows.filter(({ current }) => !current).length;
  return (
    <>
      <ul className="border-t border-line" aria-label="Sign-ins">
        {rows.map((row) => (
          <SignInRow key={row.id} signIn={row} />
        ))}
      </ul>
      {others > 1 && <EndOthers count={others} />}
    </>
  );
}

function SignInRow({ signIn }: { signIn: SignIn }) {
  const end = useEndSignIn();
  const toast = useToast();
  const name = signIn.browser ?? 'Unknown browser';
  const Shape = /iPhone|Android|iPad/.test(name) ? Smartphone : Monitor;
  // Callbacks of `mutate` would be lost, because the row disappears at once.
  const signOut = () =>
    end.mutateAsync(signIn.id).then(
      () => toast({ text: `Signed out of ${name}.` }),
      (error: unknown) => toast({ text: `Could not sign out of ${name}: ${errorMessage(error)}` }),
    );
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <Shape size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name} {signIn.current && <Badge>This browser</Badge>}
        </p>
        <p className="text-sm text-soft">
          {signIn.current ? 'Active now' : `Last used ${formatRelativeTime(signIn.last_used_at)}`} · signed in{' '}
          {formatDate(signIn.created_at)}
        </p>
      </div>
      {!signIn.current && (
        <Button onClick={signOut} busy={end.isPending} aria-label={`Sign out of ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

function EndOthers({ count }: { count: number }) {
  const [asking, setAsking] = useState(false);
  const end = useEndOtherSignIns();
  const toast = useToast();
  const confirm = () =>
    end.mutate(undefined, {
      onSuccess: ({ ended }) => toast({ text: `Signed out of ${formatCount(ended, 'browser')}.` }),
      onError: (error) => toast({ text: `Could not sign out: ${errorMessage(error)}` }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button className="mt-4" onClick={() => setAsking(true)}>
        Sign out of all others
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        busy={end.isPending}
        title={`Sign out of ${formatCount(count, 'other browser')}?`}
        description="You stay signed in here. API keys stay valid."
        action="Sign out of all others"
      />
    </>
  );
}
