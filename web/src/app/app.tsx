import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, isSignedOut } from '../lib/api-error.ts';
import { Toasts } from '../ui/toasts.tsx';
import { createAppRouter } from './router.tsx';

export function App() {
  const [{ queries, router }] = useState(build);
  return (
    <QueryClientProvider client={queries}>
      <Toasts>
        <RouterProvider router={router} />
      </Toasts>
    </QueryClientProvider>
  );
}

function build() {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      // The sign-in ended elsewhere (signed out, expired, password changed): back to the door.
      onError: (error) => {
        if (!isSignedOut(error)) return;
        queries.clear();
        void router.navigate({ to: '/sign-in', search: { next: router.state.location.href } });
      },
    }),
    defaultOptions: {
      // Parley may run on this machine: the browser's idea of being offline says nothing. A failed request does.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        // What the server has decided stays decided; a lost connection is tried again.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  });
  const router = createAppRouter(queries);
  return { queries, router };
}
