// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { useMoveFiles, useTagFiles } from './bulk-files.ts';
import type { BulkResult } from './change-each.ts';
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

/** A server with the taggings of whole files, as `fil_1 tag_1`. */
function serveTaggings(...stored: string[]) {
  const taggings = new Set(stored);
  const refused = (message: string) => ({
    tagging: null,
    error: { code: 'validation_failed', message: 'Refused', details: [{ field: 'target_id', message }] },
  });
  server.use(
    http.post('*/v1/projects/prj_1/taggings', async ({ request }) => {
      const body = (await request.json()) as { taggings: { tag_id: string; target_id: string }[] };
      return HttpResponse.json({
        data: body.taggings.map(({ tag_id, target_id }) => {
          const tagging = `${target_id} ${tag_id}`;
          if (target_id === 'fil_gone') return refused('is not a file of this project.');
          if (taggings.has(tagging)) return refused('already has this tag at the same position.');
          taggings.add(tagging);
          return { tagging: { id: tagging }, error: null };
        }),
      });
    }),
    http.get('*/v1/projects/prj_1/taggings', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const targets = query.get('target_id')?.split(',');
      const found = [...taggings].filter((tagging) => {
        const [target = '', tag] = tagging.split(' ');
        return targets?.includes(target) && tag === query.get('tag_id');
      });
      return HttpResponse.json({
        data: [
          // A passage of the file with the same tag is not a tag of the file.
          { id: 'passage', target_id: targets?.[0], start_seconds: 1, quote: 'Words' },
          ...found.map((id) => ({ id, target_id: id.split(' ')[0], start_seconds: null, quote: null })),
        ],
        meta: { next_cursor: null },
      });
    }),
    http.delete('*/v1/taggings/:id', ({ params }) => {
      taggings.delete(decodeURIComponent(String(params.id)));
      return HttpResponse.json({ data: {} });
    }),
  );
  return { stored: () => [...taggings].sort() };
}

function setUpTagging(files: ProjectFile[]) {
  const { wrapper, shown } = setUp(files);
  const results: BulkResult[] = [];
  const { result } = renderHook(() => useTagFiles('prj_1', { onDone: (r) => results.push(r) }), { wrapper });
  const change = (tagId: string, add: boolean, changed = files) =>
    act(() => result.current.mutate({ files: changed, tagId, add }));
  return { shown, results, change };
}

it('shows a new tag before the server has answered', async () => {
  let answer = () => {};
  server.use(
    http.post('*/v1/projects/prj_1/taggings', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return HttpResponse.json({ data: [{ tagging: {}, error: null }] });
    }),
  );
  const { shown, results, change } = setUpTagging([file('fil_1'), file('fil_2')]);
  change('tag_1', true, [file('fil_1')]);
  await waitFor(() => expect(shown().map(({ tag_ids }) => tag_ids)).toEqual([['tag_1'], []]));
  expect(results).toEqual([]);
  await waitFor(() => {
    answer();
    expect(results).toMatchObject([{ done: [{ id: 'fil_1' }], failed: [] }]);
  });
});

it('adds and removes one tag and leaves the tags alone that a colleague added meanwhile', async () => {
  const { stored } = serveTaggings('fil_1 tag_old', 'fil_1 tag_of_colleague');
  // This page has read the file before the colleague tagged it.
  const { results, change } = setUpTagging([file('fil_1', ['tag_old'])]);
  change('tag_new', true);
  change('tag_old', false);
  await waitFor(() => expect(results).toHaveLength(2));
  expect(stored()).toEqual(['fil_1 tag_new', 'fil_1 tag_of_colleague']);
});

it('removes a tag that was added a moment before, in this order', async () => {
  const { stored } = serveTaggings();
  const { results, change } = setUpTagging([file('fil_1')]);
  change('tag_1', true);
  change('tag_1', false);
  await waitFor(() => expect(results).toHaveLength(2));
  expect(stored()).toEqual([]);
});

it('reports files that can’t be tagged, but not files that already have the tag', async () => {
  serveTaggings('fil_1 tag_1');
  const { results, change } = setUpTagging([file('fil_1'), file('fil_2'), file('fil_gone')]);
  change('tag_1', true);
  await waitFor(() =>
    expect(results).toMatchObject([
      {
        done: [{ id: 'fil_2' }],
        failed: [{ file: { id: 'fil_gone' }, reason: 'is not a file of this project.' }],
      },
    ]),
  );
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
