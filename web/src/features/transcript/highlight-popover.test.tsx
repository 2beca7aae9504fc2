// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Tagging } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import type { Transcript } from '../../data/transcript.ts';
import { TranscriptProvider } from './context.ts';
import { HighlightPopover } from './highlight-popover.tsx';
import { listOf } from './model/selection.ts';
import { createPlayback } from './playback.ts';

it('opens with the focus on the tag, which is a link, and not on the button that removes it', async () => {
  const context = {
    projectId: 'prj_1',
    fileId: 'fil_1',
    fileName: 'Talk',
    transcript: {} as Transcript,
    list: listOf([]),
    playback: createPlayback(),
    hasRecording: true,
    editable: true,
    wordsOf: () => undefined,
    onAction: () => {},
  };
  const component = () => (
    <TranscriptProvider value={context}>
      <HighlightPopover
        taggings={[{ id: 'tgg_1', tag_id: 'tag_1', status: 'accepted' } as Tagging]}
        tags={new Map([['tag_1', { id: 'tag_1', name: 'Trust' } as Tag]])}
        anchor={document.body}
        onClose={() => {}}
      />
    </TranscriptProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component }) });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const link = await screen.findByRole('link', { name: 'Trust' });
  expect(link.getAttribute('href')).toBe('/projects/prj_1/tags/tag_1');
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(screen.getByRole('button', { name: 'Remove Trust' })).toBeTruthy();
});
