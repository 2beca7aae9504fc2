// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type File, fileQuery, waveformQuery } from './file.ts';
import { fileNotesQuery, inOrder, type Note, useChangeFileNote, useDeleteFileNote } from './file-notes.ts';
import type { FilePages } from './files.ts';
import { keys } from './keys.ts';
import { useRenameFile } from './rename-file.ts';

const file = { id: 'fil_1', project_id: 'prj_1', name: 'Old name' } as File;
const note = (over: Partial<Note>) =>
  ({
    id: 'note_1',
    body: 'x',
    pinned: false,
    start_seconds: null,
    created_at: '2026-01-01',
    version: 1,
    ...over,
  }) as Note;

describe('the data of a file', () => {
  let client: QueryClient;
  /** Answers of the server, by method. A request waits until the test gives its answer. */
  let answer: (response: Response) => void;
  beforeEach(() => {
    client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
    vi.stubGlobal(
      'fetch',
      vi.fn(
        () =>
          new Promise<Response>((resolve) => {
            answer = resolve;
          }),
      ),
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const refuse = () =>
    answer(
      Response.json(
        { error: { code: 'forbidden', message: 'You may not change it.', details: [] } },
        { status: 403 },
      ),
    );

  it('shows a new name at once, including in lists, and the old one again when the server refuses it', async () => {
    const { queryKey } = fileQuery('fil_1');
    client.setQueryData(queryKey, file);
    client.setQueryData(keys.files('prj_1', 'recent'), [file]);
    const pages: FilePages = {
      pages: [{ data: [{ ...file, highlight_tag_ids: [] }], meta: { next_cursor: null } }],
      pageParams: [undefined],
    };
    client.setQueryData(keys.files('prj_1', {}), pages);
    const names = () => [
      client.getQueryData(queryKey)?.name,
      client.getQueryData<File[]>(keys.files('prj_1', 'recent'))?.[0]?.name,
      client.getQueryData<FilePages>(keys.files('prj_1', {}))?.pages[0]?.data[0]?.name,
    ];
    const { result } = renderHook(() => useRenameFile(), { wrapper });
    act(() => result.current.mutate({ file, name: 'New name' }));
    await waitFor(() => expect(names()).toEqual(['New name', 'New name', 'New name']));
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    refuse();
    await waitFor(() => expect(result.current.error?.message).toBe('You may not change it.'));
    expect(names()).toEqual(['Old name', 'Old name', 'Old name']);
  });

  it('removes a note at once and shows it again when the server refuses', async () => {
    const { queryKey } = fileNotesQuery('prj_1', 'fil_1');
    client.setQueryData(queryKey, [note({})]);
    const { result } = renderHook(() => useDeleteFileNote('prj_1', 'fil_1'), { wrapper });
    act(() => result.current.mutate(note({})));
    await waitFor(() => expect(client.getQueryData(queryKey)).toEqual([]));
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    refuse();
    await waitFor(() => expect(client.getQueryData(queryKey)).toHaveLength(1));
  });

  it('sends the version of the note that was edited, so that no change of a colleague is lost', async () => {
    const { queryKey } = fileNotesQuery('prj_1', 'fil_1');
    client.setQueryData(queryKey, [note({ version: 7 })]);
    const { result } = renderHook(() => useChangeFileNote('prj_1', 'fil_1'), { wrapper });
    act(() => result.current.mutate({ note: note({ version: 7 }), body: 'y' }));
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    const [request] = vi.mocked(fetch).mock.calls[0] as unknown as [Request];
    expect(await request.json()).toEqual({ body: 'y', expected_version: 7 });
  });

  it('reads the waveform once, although each response has another link', () => {
    const first = waveformQuery({ ...file, waveform_url: '/blobs/a' });
    const second = waveformQuery({ ...file, waveform_url: '/blobs/b' });
    expect(first.queryKey).toEqual(second.queryKey);
    expect(waveformQuery({ ...file, waveform_url: null }).enabled).toBe(false);
  });

  it('orders notes: pinned ones, those about the whole file, then by moment', () => {
    const notes = [
      note({ id: 'late', start_seconds: 90 }),
      note({ id: 'early', start_seconds: 2 }),
      note({ id: 'pinned', start_seconds: 50, pinned: true }),
      note({ id: 'whole' }),
    ];
    expect(inOrder(notes).map(({ id }) => id)).toEqual(['pinned', 'whole', 'early', 'late']);
  });
});
