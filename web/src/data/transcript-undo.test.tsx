// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { useUndoRevision } from './transcript-undo.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

it('names the revision to undo, and redoes by undoing the revision that the undo made', async () => {
  const sent: unknown[] = [];
  let revision = 9;
  server.use(
    http.post(`${location.origin}/app/v1/files/fil_1/transcript/undo`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: { revision: ++revision, segments: [], detached_anchors: 0 } });
    }),
  );
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useUndoRevision('fil_1'), { wrapper });
  const { undo, redo } = result.current(7);
  await undo();
  await redo();
  await undo();
  expect(sent).toEqual([{ revision: 7 }, { revision: 10 }, { revision: 11 }]);
});
