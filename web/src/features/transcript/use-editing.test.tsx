// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Segment, type Transcript, transcriptQuery } from '../../data/transcript.ts';
import { TranscriptProvider } from './context.ts';
import { readDrafts } from './drafts.ts';
import { listOf } from './model/selection.ts';
import { createPlayback } from './playback.ts';
import { useEditing } from './use-editing.ts';

const server = setupServer();
beforeAll(() => server.listen());
afterEach(() => {
  cleanup();
  server.resetHandlers();
  sessionStorage.clear();
});
afterAll(() => server.close());

const segment: Segment = {
  id: 'seg_1',
  speaker: 'Ben',
  speaker_id: 'spk_1',
  start_seconds: 0,
  end_seconds: 10,
  text: 'One.',
  page: null,
  confidence: null,
  version: 1,
};
const transcript: Transcript = {
  file_id: 'fil_1',
  project_id: 'prj_1',
  language: 'en',
  time_basis: 'media',
  revision: 1,
  speakers: [{ id: 'spk_1', label: 'Ben', role: null }],
  segments: [segment],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

/** The server answers an edit when the test lets it. */
function serveEdits() {
  const waiting: (() => void)[] = [];
  server.use(
    http.patch('*/app/v1/files/fil_1/transcript/segments/seg_1', async ({ request }) => {
      const { text } = (await request.json()) as { text: string };
      await new Promise<void>((resolve) => waiting.push(resolve));
      return HttpResponse.json({ data: { ...segment, text, version: 2, revision: 2 } });
    }),
    http.get('*/app/v1/files/fil_1/transcript', () => HttpResponse.json({ data: transcript })),
    http.get('*/app/v1/files/fil_1/material', () =>
      HttpResponse.json({ data: { taggings: [], suggestions: [], cards: [] } }),
    ),
  );
  return waiting;
}

function render() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(transcriptQuery('fil_1').queryKey, transcript);
  const context = {
    projectId: 'prj_1',
    fileId: 'fil_1',
    fileName: 'Talk',
    hasRecording: true,
    transcript,
    list: listOf(transcript.segments),
    playback: createPlayback(),
    editable: true,
    wordsOf: () => undefined,
    onAction: () => {},
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <TranscriptProvider value={context}>{children}</TranscriptProvider>
    </QueryClientProvider>
  );
  return { editing: renderHook(() => useEditing(), { wrapper }).result, client };
}

test('keeps the text that was typed while an earlier text was being saved', async () => {
  const waiting = serveEdits();
  const { editing, client } = render();
  act(() => editing.current.open(segment));
  act(() => editing.current.save('One two.'));
  await waitFor(() => expect(waiting).toHaveLength(1));
  act(() => editing.current.open(segment));
  act(() => editing.current.type('One two three.'));
  await act(async () => waiting[0]?.());
  await waitFor(() => expect(client.isMutating()).toBe(0));
  await act(async () => {});
  expect(readDrafts('fil_1').get('seg_1')?.text).toBe('One two three.');
});

test('forgets a text when the server has saved it', async () => {
  const waiting = serveEdits();
  const { editing } = render();
  act(() => editing.current.open(segment));
  act(() => editing.current.type('One two.'));
  act(() => editing.current.save('One two.'));
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(readDrafts('fil_1').size).toBe(1);
  await act(async () => waiting[0]?.());
  await waitFor(() => expect(readDrafts('fil_1').size).toBe(0));
});
