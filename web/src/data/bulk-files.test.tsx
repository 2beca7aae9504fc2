// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BulkResult, useMoveFiles, useSetFileTags } from './bulk-files.ts';
import { type FilePages, filesQuery, type ProjectFile } from './files.ts';

const server = setupServer();
beforeAll(() => server.listen());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const file = (id: string, tag_ids: string[] = []) => ({ id, name: id, tag_ids }) as ProjectFile;
const { queryKey } = filesQuery('prj_1', {
  q: '',
  kind: '',
  status: '',
  transcription: '',
  tag: '',
  sort: '-created_at',
});

function setUp(files: ProjectFile[]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const pages: FilePages = { pages: [{ data: files, meta: { next_cursor: null } }], pageParams: [undefined] };
  queryClient.setQueryData(queryKey, pages);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const shown = () => queryClient.getQueryData<FilePages>(queryKey)?.pages.flatMap(({ data }) => data) ?? [];
  return { wrapper, shown };
}

it('shows new tags before the server has answered', async () => {
  let answer = () => {};
  server.use(
    http.patch('*/v1/files/:id', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return HttpResponse.json({ data: {} });
    }),
  );
  const { wrapper, shown } = setUp([file('fil_1'), file('fil_2')]);
  const results: BulkResult[] = [];
  const { result } = renderHook(() => useSetFileTags('prj_1', { onDone: (r) => results.push(r) }), {
    wrapper,
  });
  act(() => result.current.mutate({ files: [file('fil_1', ['tag_1'])] }));
  await waitFor(() => expect(shown().map(({ tag_ids }) => tag_ids)).toEqual([['tag_1'], []]));
  expect(results).toEqual([]);
  await waitFor(() => {
    answer();
    expect(results).toMatchObject([{ done: [{ id: 'fil_1' }], failed: [] }]);
  });
});

it('reports which files were moved and why the others were not', async () => {
  server.use(
    http.post('*/v1/files/:id/move', ({ params }) =>
      params.id === 'fil_2'
        ? HttpResponse.json(
            {
              error: {
                code: 'validation_failed',
                message: 'The request is invalid.',
                details: [{ field: 'project_id', message: 'This file is in use.' }],
              },
            },
            { status: 422 },
          )
        : HttpResponse.json({ data: {} }),
    ),
  );
  const files = [file('fil_1'), file('fil_2'), file('fil_3')];
  const { wrapper } = setUp(files);
  const results: BulkResult[] = [];
  const { result } = renderHook(() => useMoveFiles('prj_1', { onDone: (r) => results.push(r) }), { wrapper });
  act(() => result.current.mutate({ files, toProjectId: 'prj_2' }));
  await waitFor(() => expect(results).toHaveLength(1));
  expect(results[0]?.done.map(({ id }) => id).sort()).toEqual(['fil_1', 'fil_3']);
  expect(results[0]?.failed).toMatchObject([{ file: { id: 'fil_2' }, reason: 'This file is in use.' }]);
});
