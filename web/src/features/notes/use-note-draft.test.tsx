// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Note } from '../../data/notes.ts';
import { readDraft, writeDraft } from './draft-storage.ts';
import { useNoteDraft } from './use-note-draft.ts';

const server = setupServer();
beforeAll(() => server.listen());
afterAll(() => server.close());
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  server.resetHandlers();
});

const note = { id: 'note_1', title: 'Shoes', body: 'Old', version: 3 } as Note;
const url = '*/app/v1/notes/note_1';

function render(initial: Note | undefined, onCreated: (noteId: string) => void = () => {}) {
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(({ shown }) => useNoteDraft({ projectId: 'prj_1', note: shown, onCreated }), {
    wrapper,
    initialProps: { shown: initial },
  });
}

/** Answers PATCH like the server: only the expected version is accepted. */
function serveNote(current: { body: string; version: number }) {
  const sent: { body?: string; expected_version?: number }[] = [];
  server.use(
    http.get(url, () => HttpResponse.json({ data: { ...note, ...current } })),
    http.patch(url, async ({ request }) => {
      const change = (await request.json()) as { body?: string; expected_version?: number };
      sent.push(change);
      if (change.expected_version !== undefined && change.expected_version !== current.version)
        return HttpResponse.json(
          {
            error: {
              code: 'validation_failed',
              message: 'Changed.',
              details: [{ field: 'expected_version', message: 'is old.' }],
            },
          },
          { status: 422 },
        );
      Object.assign(current, change.body === undefined ? {} : { body: change.body });
      current.version++;
      return HttpResponse.json({ data: { ...note, ...current } });
    }),
  );
  return sent;
}

test('saves after a pause, with the version that the text is based on, and then forgets the draft', async () => {
  const sent = serveNote({ body: 'Old', version: 3 });
  const { result } = render(note);
  act(() => result.current.edit({ body: 'New' }));
  expect(result.current.state).toEqual({ kind: 'unsaved' });
  expect(readDraft('prj_1', 'note_1')).toEqual({ title: 'Shoes', body: 'New', version: 3 });
  await waitFor(() => expect(result.current.state).toEqual({ kind: 'saved' }), { timeout: 5000 });
  expect(sent).toEqual([{ title: 'Shoes', body: 'New', expected_version: 3 }]);
  expect(readDraft('prj_1', 'note_1')).toBeUndefined();
});

test('keeps both texts when someone else changed the note, until one is chosen', async () => {
  const current = { body: 'Theirs', version: 4 };
  const sent = serveNote(current);
  const { result } = render(note);
  act(() => result.current.edit({ body: 'Mine' }));
  await waitFor(() => expect(result.current.state.kind).toBe('conflict'), { timeout: 5000 });
  expect(result.current).toMatchObject({ body: 'Mine', state: { theirs: { body: 'Theirs' } } });
  expect(readDraft('prj_1', 'note_1')?.body).toBe('Mine');
  act(() => result.current.keepMine());
  await waitFor(() => expect(result.current.state.kind).toBe('saved'), { timeout: 5000 });
  expect(sent.at(-1)).toMatchObject({ body: 'Mine', expected_version: 4 });
});

test('offers an unsaved draft after a reload and saves it', async () => {
  serveNote({ body: 'Old', version: 3 });
  writeDraft('prj_1', 'note_1', { title: 'Shoes', body: 'From before', version: 3 });
  const { result } = render(note);
  expect(result.current.body).toBe('From before');
  await waitFor(() => expect(result.current.state.kind).toBe('saved'), { timeout: 5000 });
});

test('shows a change of someone else at once if nothing was typed', () => {
  const { result, rerender } = render(note);
  rerender({ shown: { ...note, body: 'Theirs', version: 4 } });
  expect(result.current.body).toBe('Theirs');
});

test('says why a text is not saved and keeps it', async () => {
  server.use(
    http.patch(url, () =>
      HttpResponse.json({ error: { code: 'internal', message: 'Broken.', details: [] } }, { status: 500 }),
    ),
  );
  const { result } = render(note);
  act(() => result.current.edit({ body: 'New' }));
  await waitFor(() => expect(result.current.state).toEqual({ kind: 'failed', reason: 'Broken.' }), {
    timeout: 5000,
  });
  expect(readDraft('prj_1', 'note_1')?.body).toBe('New');
});

test('creates a new note with its first text, once', async () => {
  let created = 0;
  server.use(
    http.post('*/app/v1/projects/prj_1/notes', () => {
      created++;
      return HttpResponse.json({ data: { ...note, version: 1 } }, { status: 201 });
    }),
  );
  const ids: string[] = [];
  const { result } = render(undefined, (id) => ids.push(id));
  act(() => result.current.edit({ title: 'Only a title' }));
  act(() => result.current.edit({ body: 'Text' }));
  await waitFor(() => expect(ids).toEqual(['note_1']), { timeout: 5000 });
  expect(created).toBe(1);
});
