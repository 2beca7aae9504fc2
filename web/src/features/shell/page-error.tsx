import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ApiError, isRateLimited } from '../../lib/errors.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { texts } from './texts.ts';

/** The browser asks for the script of a page that a newer version of Parley has replaced. */
const isMissingScript = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);

/** Takes the place of a page that failed. The navigation stays. */
export function PageError({ error, reset }: { error: unknown; reset(): void }) {
  const router = useRouter();
  const retry = useCallback(() => {
    reset();
    void router.invalidate();
  }, [reset, router]);
  const outdated = isMissingScript(error);
  const fromServer = error instanceof ApiError || error instanceof TypeError;
  const title = outdated ? texts.updated : isRateLimited(error) ? texts.oneMoment : texts.notShown;
  usePageTitle(title);
  return (
    <Page>
      <PageHead title={title} />
      {outdated ? (
        <>
          <p className="mb-4 text-soft">{texts.reloadHint}</p>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {texts.reload}
          </Button>
        </>
      ) : fromServer ? (
        <ErrorNotice error={error} onRetry={retry} />
      ) : (
        <>
          <p className="mb-4 text-soft">{texts.wentWrong}</p>
          <Button onClick={retry}>{texts.tryAgain}</Button>
        </>
      )}
    </Page>
  );
}
