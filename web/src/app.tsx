import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, isSignedOut } from './lib/errors.ts';
import { createAppRouter } from './routes/router.ts';
import { ToastProvider } from './ui/toast.tsx';

export function App() {
  const [{ queryClient, router }] = useState(createClients);
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  );
}

function createClients() {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      // The sign-in has expired, or another tab signed out or changed the password.
      onError: (error) => {
        if (!isSignedOut(error)) return;
        queryClient.clear();
        void router.navigate({ to: '/sign-in', search: { next: router.state.location.href } });
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
  const router = createAppRouter(queryClient);
  return { queryClient, router };
}
