// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Clip, clipQuery } from '../../data/clips.ts';
import { type File, fileQuery } from '../../data/file.ts';
import { PartLink } from './reel-dialog.tsx';

it('names the parts of a reel by their clips, and by the recording if the clip was deleted', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(clipQuery('clip_1').queryKey, { name: 'Too expensive', status: 'ready' } as Clip);
  client.setQueryData(fileQuery('fil_1').queryKey, {
    name: 'speech.ogg',
    download_url_expires_at: '2999-01-01T00:00:00Z',
  } as File);
  const part = { file_id: 'fil_1', start_seconds: 2, end_seconds: 4 };
  const component = () =>
    ['clip_1', null].map((clip_id) => (
      <PartLink key={clip_id} projectId="prj_1" part={{ ...part, clip_id }} />
    ));
  const router = createRouter({ routeTree: createRootRoute({ component }) });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const links = await screen.findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Too expensive', 'speech.ogg']);
});
