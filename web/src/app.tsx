import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { meQuery } from './data/me.ts';
import { onConnectionChange, reportUnreachable } from './lib/connection.ts';
import { ApiError, isSignedOut } from './lib/errors.ts';
import { markSignedOut, setPageOpenTest, useSignedOut } from './lib/signed-out.ts';
import { startFirstPage } from './routes/first-page.ts';
import { createAppRouter } from './routes/router.ts';
import { ToastProvider } from './ui/toast.tsx';

const SignInAgainDialog = lazy(async () => ({
  default: (await import('./features/sign-in/sign-in-again.tsx')).SignInAgainDialog,
}));

export function App({ queryClient, router }: ReturnType<typeof createClients>) {
  // What failed or changed while the server was unreachable loads when it is back.
  useEffect(
    () => onConnectionChange((state) => state === 'online' && void queryClient.invalidateQueries()),
    [queryClient],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
        <SignInAgain />
      </ToastProvider>
    </QueryClientProvider>
  );
}

/** Stands above the page when the sign-in has ended, so that nothing that was typed is lost. */
function SignInAgain() {
  return useSignedOut() ? (
    <Suspense>
      <SignInAgainDialog />
    </Suspense>
  ) : null;
}

export function createClients() {
  const isPageOpen = () => queryClient.getQueryData(meQuery.queryKey) !== undefined;
  setPageOpenTest(isPageOpen);
  /** The sign-in has expired, or another tab signed out or changed the password. */
  const onError = (error: unknown) => {
    // A fetch without a response rejects with a TypeError.
    if (error instanceof TypeError) reportUnreachable();
    if (!isSignedOut(error)) return;
    // With a page on the screen a dialog asks, so that nothing that was typed is lost.
    if (isPageOpen()) return markSignedOut();
    queryClient.clear();
    void router.navigate({ to: '/sign-in', search: { next: router.state.location.href } });
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isPageOpen()) onError(error);
      },
    }),
    defaultOptions: {
      // The server may run on this machine, so `navigator.onLine` does not tell whether it can be reached.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        // A 4xx response would be the same again; a lost connection or a 5xx response may not be.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  });
  startFirstPage(queryClient);
  const router = createAppRouter(queryClient);
  return { queryClient, router };
}
