// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { type ReactNode, useEffect, useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Matrix as MatrixData } from '../../data/insights.ts';
import { meQuery } from '../../data/me.ts';
import { readAxes } from './axes.ts';
import type { InsightsSearch, SearchChange } from './insights-search.ts';
import { Matrix } from './matrix.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));

const matrix: MatrixData = {
  project_id: 'prj_1',
  rows: [
    { id: 'ann', label: 'Ann' },
    { id: 'ben', label: 'Ben' },
  ],
  columns: [
    { id: 'price', label: 'Price' },
    { id: 'trust', label: 'Trust' },
  ],
  cells: [
    {
      row_id: 'ann',
      column_id: 'price',
      count: 5,
      seconds: 9,
      sentiment: { score: -0.5, positive: 0, neutral: 1, negative: 4 },
    },
    { row_id: 'ben', column_id: 'trust', count: 1, seconds: 2, sentiment: null },
  ],
};
const moment = (id: string, quote: string) => ({
  id,
  type: 'highlight',
  tag_id: 'price',
  question_id: null,
  file_id: 'fil_1',
  file_name: 'Interview 1',
  file_kind: 'audio',
  segment_id: 'seg_1',
  response_id: null,
  quote,
  speaker: 'Ann',
  start_seconds: 3,
  end_seconds: 6,
  score: -0.6,
  created_at: '2026-11-18T12:00:00Z',
});

let asked: URL[] = [];
const list = (data: unknown[]) => HttpResponse.json({ data, meta: { next_cursor: null } });
const server = setupServer(
  http.get('*/v1/projects/prj_1/matrix', ({ request }) => {
    asked.push(new URL(request.url));
    return HttpResponse.json({ data: matrix });
  }),
  http.get('*/v1/projects/prj_1/matrix/moments', ({ request }) => {
    const { searchParams } = new URL(request.url);
    return list([moment('tgg_1', `${searchParams.get('row_id')} about ${searchParams.get('column_id')}`)]);
  }),
  http.get('*/v1/projects/prj_1/tags', () => list([])),
  http.get('*/v1/projects/prj_1/files', () => list([])),
  http.get('*/v1/projects/prj_1/tests', () => list([])),
);
beforeAll(() => {
  server.listen();
  // happy-dom has no layout: the matrix is as large as a screen.
  for (const [side, pixels] of Object.entries({ clientWidth: 900, clientHeight: 600 }))
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => pixels });
});
/** It would report the size 0. */
class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}
let isPhone = false;
beforeEach(() => {
  asked = [];
  isPhone = false;
  vi.stubGlobal('ResizeObserver', NoResizes);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('(max-width') ? isPhone : !isPhone,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
  vi.unstubAllGlobals();
});
afterAll(() => {
  server.close();
  for (const side of ['clientWidth', 'clientHeight']) Reflect.deleteProperty(HTMLElement.prototype, side);
});

/** The state of the page, without a router. */
function Page({ first, onSearch }: { first: InsightsSearch; onSearch(search: InsightsSearch): void }) {
  const [search, setSearch] = useState(first);
  useEffect(() => onSearch(search), [search, onSearch]);
  const change = (changed: SearchChange) =>
    setSearch((before) =>
      Object.fromEntries(
        Object.entries({ ...before, ...changed }).filter(([, value]) => value !== undefined),
      ),
    );
  return <Matrix projectId="prj_1" axes={readAxes(search)} search={search} onChange={change} />;
}

function show(first: InsightsSearch = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(meQuery.queryKey, { id: 'usr_1', role: 'member' } as never);
  let current = first;
  const onSearch = (search: InsightsSearch) => {
    current = search;
  };
  render(
    <QueryClientProvider client={client}>
      <Page first={first} onSearch={onSearch} />
    </QueryClientProvider>,
  );
  return { search: () => current };
}

const activeName = () => {
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.getAttribute('aria-label');
};
const press = (key: string) => fireEvent.keyDown(screen.getByRole('grid'), { key });

it('names each cell in full, begins at the strongest one, and shows its moments', async () => {
  show();
  await screen.findByRole('gridcell', { name: 'Ann, Price, 5 moments, 4 negative' });
  screen.getByRole('gridcell', { name: 'Ann, Trust, no moments' });
  expect(activeName()).toBe('Ann, Price, 5 moments, 4 negative');
  await screen.findByText('“ann about price”');
});

it('the grid has one tab stop, and arrow keys move the cell and the panel', async () => {
  const page = show();
  const grid = await screen.findByRole('grid');
  expect(grid.querySelectorAll('[tabindex="0"], a, button:not([tabindex="-1"])')).toHaveLength(0);
  press('ArrowDown');
  press('ArrowRight');
  expect(activeName()).toBe('Ben, Trust, 1 moment');
  await screen.findByText('“ben about trust”');
  await waitFor(() => expect(page.search()).toMatchObject({ row: 'ben', column: 'trust' }));
});

it('goes into the panel with Enter and back with Escape', async () => {
  show();
  const grid = await screen.findByRole('grid');
  grid.focus();
  press('Enter');
  const panel = screen.getByRole('complementary', { name: 'Moments of the cell' });
  await waitFor(() => expect(document.activeElement).toBe(panel));
  fireEvent.keyDown(panel, { key: 'Escape' });
  expect(document.activeElement).toBe(grid);
});

it('transposes with T, and the chosen cell stays the same one', async () => {
  const page = show({ row: 'ben', column: 'trust' });
  await screen.findByRole('gridcell', { name: /^Ben, Trust/ });
  fireEvent.keyDown(document.body, { key: 't', code: 'KeyT' });
  await screen.findByRole('gridcell', { name: 'Trust, Ben, 1 moment' });
  expect(page.search()).toMatchObject({ rows: 'tag', columns: 'participant', row: 'trust', column: 'ben' });
  expect(activeName()).toBe('Trust, Ben, 1 moment');
  await screen.findByText('“ben about trust”');
});

it('sorts with Enter and hides with H on a header, and a chip shows what is hidden again', async () => {
  const page = show({ row: 'ben', column: 'trust' });
  await screen.findByRole('gridcell', { name: /^Ben, Trust/ });
  press('ArrowUp');
  press('ArrowUp');
  expect(activeName()).toBe('Trust, 1 moment');
  press('Enter');
  expect(page.search().sort).toBe('-trust');
  press('h');
  expect(page.search().hidden).toBe('trust');
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /^Trust/ })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Show all: hidden columns' }));
  await screen.findByRole('columnheader', { name: /^Trust/ });
});

it('keeps the old numbers while a filter changes', async () => {
  show({ files: 'fil_1' });
  await screen.findByRole('gridcell', { name: /^Ann, Price/ });
  let respond = () => {};
  server.use(
    http.get('*/v1/projects/prj_1/matrix', async () => {
      await new Promise<void>((resolve) => {
        respond = resolve;
      });
      return HttpResponse.json({
        data: { ...matrix, cells: matrix.cells.slice(1), rows: matrix.rows.slice(1) },
      });
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filter Files' }));
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true'));
  screen.getByRole('gridcell', { name: /^Ann, Price/ });
  await waitFor(() => {
    respond();
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false');
  });
  expect(screen.queryByRole('gridcell', { name: /^Ann, Price/ })).toBeNull();
});

it('says how to narrow a matrix that the server refuses, and does not repeat the request', async () => {
  let requests = 0;
  server.use(
    http.get('*/v1/projects/prj_1/matrix', () => {
      requests++;
      const details = [{ field: 'rows', message: 'The matrix has more than 500 rows. Narrow it.' }];
      return HttpResponse.json(
        { error: { code: 'validation_failed', message: 'Invalid', details } },
        { status: 422 },
      );
    }),
  );
  const page = show();
  await screen.findByText('The matrix has more than 500 rows. Narrow it.');
  expect(requests).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Compare files' }));
  expect(page.search().rows).toBe('file');
});

it('the matrix is a list of people with their strongest tags on a phone', async () => {
  isPhone = true;
  show();
  const people = await screen.findByRole('list', { name: 'People and their strongest tags' });
  const [ann] = within(people).getAllByRole('listitem');
  within(ann as HTMLElement).getByRole('button', { name: /Ann, Price, 5 moments, 4 negative$/ });
  expect(screen.queryByRole('grid')).toBeNull();
});

it('asks for the answers of a study without filters by file or tag', async () => {
  show({ columns: 'question', test: 'tst_1', files: 'fil_1', tags: 'price' });
  await screen.findByRole('grid');
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    rows: 'participant',
    columns: 'question',
    test_id: 'tst_1',
  });
});
