// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Transcript, transcriptQuery } from './transcript.ts';
import { useUndoTranscript } from './transcript-undo.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

const base = `${location.origin}/app/v1/files/fil_1/transcript`;

/** The text of each revision; the first one is revision 1. */
let revisions: string[];
let client: QueryClient;

const transcriptOf = (revision: number): Transcript => ({
  file_id: 'fil_1',
  project_id: 'prj_1',
  language: 'en',
  time_basis: 'media',
  revision,
  speakers: [{ id: 'spk_1', label: 'Ben', role: null }],
  segments: [
    {
      id: 'seg_1',
      speaker: 'Ben',
      speaker_id: 'spk_1',
      start_seconds: 0,
      end_seconds: 10,
      text: revisions[revision - 1] ?? '',
      page: null,
      confidence: null,
      version: revision,
    },
  ],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
});

function add(text: string) {
  revisions.push(text);
  return HttpResponse.json({ data: { ...transcriptOf(revisions.length), detached_anchors: [] } });
}

beforeEach(() => {
  revisions = ['One.', 'One two.', 'One two three.'];
  /** The changes that are not undone, as the server finds them. */
  const undoable = ['One two.', 'One.'];
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  client.setQueryData(transcriptQuery('fil_1').queryKey, transcriptOf(3));
  server.use(
    http.post(`${base}/undo`, () => add(undoable.shift() ?? '')),
    http.post(`${base}/revert`, async ({ request }) => {
      const body = (await request.json()) as { revision: number; expected_revision: number };
      if (body.expected_revision === revisions.length) return add(revisions[body.revision - 1] ?? '');
      const details = [{ field: 'expected_revision', message: 'The transcript is now at revision 5.' }];
      return HttpResponse.json(
        { error: { code: 'validation_failed', message: 'Request validation failed', details } },
        { status: 422 },
      );
    }),
  );
});

const text = () => client.getQueryData(transcriptQuery('fil_1').queryKey)?.segments[0]?.text;

function show() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useUndoTranscript('fil_1'), { wrapper });
  const done = (run: 'undo' | 'redo') =>
    new Promise<unknown>((resolve, reject) =>
      result.current[run](undefined, { onSuccess: resolve, onError: reject }),
    );
  return { undo: () => done('undo'), redo: () => done('redo') };
}

describe('redoing changes of a transcript', () => {
  it('returns the undone changes one by one, the last undone first', async () => {
    const { undo, redo } = show();
    await undo();
    await undo();
    expect(text()).toBe('One.');
    await redo();
    expect(text()).toBe('One two.');
    await redo();
    expect(text()).toBe('One two three.');
    expect(await redo()).toBeUndefined();
    expect(text()).toBe('One two three.');
  });

  it('changes nothing after another change of the transcript', async () => {
    const { undo, redo } = show();
    await undo();
    revisions.push('One two four.');
    expect(await redo()).toBeUndefined();
    expect(revisions.at(-1)).toBe('One two four.');
    expect(text()).toBe('One two.');
  });

  it('does not return to a state before a change that was made between two undos', async () => {
    const { undo, redo } = show();
    await undo();
    revisions.push('One two four.');
    await undo();
    await redo();
    expect(text()).toBe('One two four.');
    expect(await redo()).toBeUndefined();
  });
});
