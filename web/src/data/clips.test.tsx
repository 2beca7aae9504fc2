// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Clip, clipQuery, useChangeClip, useShareClip } from './clips.ts';

const server = setupServer();
beforeAll(() => server.listen());
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  server.resetHandlers();
});

const clip = {
  id: 'clip_1',
  project_id: 'prj_1',
  file_id: 'fil_1',
  name: 'Old',
  status: 'ready',
  download_url: '/blobs/signed',
  thumbnail_url: '/blobs/thumbnail',
  share_url: null,
} as Clip;
const { queryKey } = clipQuery(clip.id);

function render<Result>(hook: () => Result) {
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  client.setQueryData(queryKey, clip);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { ...renderHook(hook, { wrapper }), cached: () => client.getQueryData(queryKey) };
}

test('shows a new name before the server answers, and keeps the signed links of the clip', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.patch('*/app/v1/clips/clip_1', async () => {
      await answered;
      return HttpResponse.json({ data: { ...clip, name: 'New', download_url: null, thumbnail_url: null } });
    }),
  );
  const { result, cached } = render(() => useChangeClip(clip));
  act(() => result.current.mutate({ name: 'New' }));
  await waitFor(() => expect(cached()?.name).toBe('New'));
  expect(result.current.isPending).toBe(true);
  answer();
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(cached()).toMatchObject({
    name: 'New',
    download_url: '/blobs/signed',
    thumbnail_url: '/blobs/thumbnail',
  });
});

test('takes back a change that the server refuses', async () => {
  server.use(
    http.patch('*/app/v1/clips/clip_1', () =>
      HttpResponse.json({ error: { code: 'forbidden', message: 'No.', details: [] } }, { status: 403 }),
    ),
  );
  const { result, cached } = render(() => useChangeClip(clip));
  act(() => result.current.mutate({ name: 'New' }));
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(cached()?.name).toBe('Old');
});

test('shows the public link only after the server created it', async () => {
  server.use(
    http.post('*/app/v1/clips/clip_1/share', () =>
      HttpResponse.json({ data: { ...clip, share_url: 'https://parley.example.com/s/clips/x' } }),
    ),
  );
  const { result, cached } = render(() => useShareClip(clip));
  act(() => result.current.mutate(true));
  await waitFor(() => expect(cached()?.share_url).toBe('https://parley.example.com/s/clips/x'));
  expect(cached()?.download_url).toBe('/blobs/signed');
});
