import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ApiError, isRateLimited } from '../lib/api-error.ts';
import { signOut } from '../lib/identity.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/page.tsx';
import { Failure } from '../ui/states.tsx';
import { Frame } from './shell.tsx';

/** Signed in, but not let in: a participant, the free plan, too many requests, or a server in trouble. */
export function Refused({ error }: { error: unknown }) {
  const queries = useQueryClient();
  const router = useRouter();
  const leave = async () => {
    await signOut(queries);
    await router.navigate({ to: '/sign-in' });
  };
  const retry = useCallback(() => void router.invalidate(), [router]);
  const isBusy = isRateLimited(error);
  const isFinal = error instanceof ApiError && error.status < 500 && !isBusy;
  const title = isBusy ? 'One moment' : isFinal ? 'This account has no access' : 'Parley did not answer';
  usePageTitle(title);
  return (
    <Frame>
      <div className="max-w-xl">
        <PageHead title={title} />
        <Failure error={error} onRetry={isFinal ? undefined : retry} />
        <Button className="mt-6" onClick={leave}>
          Sign out
        </Button>
      </div>
    </Frame>
  );
}

/** Inside the shell, so that the way to everything else stays on the page. */
export function Unknown() {
  usePageTitle('Page not found');
  return (
    <>
      <PageHead
        title="Page not found"
        lead="Check the address. What was here may have been moved or deleted."
      />
      <Link to="/projects" className="font-medium text-accent underline underline-offset-4">
        Go to your projects
      </Link>
    </>
  );
}
