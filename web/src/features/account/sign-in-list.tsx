import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { type SignIn, signInsQuery, useEndOtherSignIns, useEndSignIn } from '../../data/sign-ins.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatDate, formatRelativeTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Badge } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

export function SignInList() {
  const list = useQuery(signInsQuery);
  if (list.isPending) return <Skeleton rows={2} label={texts.loadingSignIns} />;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  // The current one first: it is the one that the person recognizes.
  const rows = list.data.toSorted((a, b) => Number(b.current) - Number(a.current));
  const others = rows.filter(({ current }) => !current).length;
  return (
    <>
      <ul className="border-t border-line" aria-label={texts.signIns}>
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
  const name = signIn.browser ?? texts.unknownBrowser;
  const Shape = /iPhone|Android|iPad/.test(name) ? Smartphone : Monitor;
  // Callbacks of `mutate` would be lost, because the row disappears at once.
  const signOut = () =>
    end.mutateAsync(signIn.id).then(
      () => toast({ text: texts.signedOutOf(name) }),
      (error: unknown) => toast({ text: texts.notSignedOutOf(name, errorMessage(error)) }),
    );
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <Shape size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name} {signIn.current && <Badge>{texts.thisBrowser}</Badge>}
        </p>
        <p className="text-sm text-soft">
          {texts.signInTimes(
            signIn.current ? texts.activeNow : texts.lastUsed(formatRelativeTime(signIn.last_used_at)),
            formatDate(signIn.created_at),
          )}
        </p>
      </div>
      {!signIn.current && (
        <Button onClick={signOut} busy={end.isPending} aria-label={texts.signOutOf(name)}>
          {texts.signOut}
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
      onSuccess: ({ ended }) => toast({ text: texts.signedOutOfBrowsers(ended) }),
      onError: (error) => toast({ text: texts.notSignedOut(errorMessage(error)) }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button className="mt-4" onClick={() => setAsking(true)}>
        {texts.signOutOfAllOthers}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        busy={end.isPending}
        title={texts.signOutOfOthersQuestion(count)}
        description={texts.staySignedInHereApi}
        action={texts.signOutOfAllOthers}
      />
    </>
  );
}
