import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { signOut } from '../../data/sign-in.ts';
import { ApiError, isRateLimited } from '../../lib/errors.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHead } from '../../ui/page-layout.tsx';
import { Frame } from './frame.tsx';
import { PlainRail } from './plain-rail.tsx';
import { texts } from './texts.ts';

/** Shown when loading fails: no access (a participant, the free plan), too many requests, or a server error. */
export function AccessDeniedPage({ error }: { error: unknown }) {
  const router = useRouter();
  const retry = useCallback(() => void router.invalidate(), [router]);
  const rateLimited = isRateLimited(error);
  const denied = error instanceof ApiError && error.status < 500 && !rateLimited;
  const title = rateLimited ? texts.oneMoment : denied ? texts.noAccess : texts.notResponding;
  usePageTitle(title);
  return (
    <Frame rail={<PlainRail />}>
      <div className="mx-auto max-w-xl px-4 py-10">
        <PageHead title={title} />
        <ErrorNotice error={error} onRetry={denied ? undefined : retry} />
        <Button className="mt-6" onClick={signOut}>
          {texts.signOut}
        </Button>
      </div>
    </Frame>
  );
}
