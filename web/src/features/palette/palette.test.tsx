// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Me, meQuery } from '../../data/me.ts';
import { Palette } from './palette.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('searches the project with Enter if nothing was found', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: [], meta: { next_cursor: null } }));
  const client = new QueryClient();
  client.setQueryData(meQuery.queryKey, { id: 'usr_1', role: 'owner' } as Me);
  const root = createRootRoute();
  const project = createRoute({
    getParentRoute: () => root,
    path: '/projects/$projectId',
    component: () => <Palette onClose={() => {}} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([project]),
    history: createMemoryHistory({ initialEntries: ['/projects/prj_1'] }),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const input = await screen.findByRole('combobox');
  fireEvent.change(input, { target: { value: 'qqqq' } });
  await waitFor(() =>
    expect(
      screen.getAllByRole('option').map(({ textContent }) => textContent?.replace('Searching…', '')),
    ).toEqual(['Search this project for “qqqq”', 'Find in all projects', 'Ask “qqqq”']),
  );
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Search this project');
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.href).toBe('/search?q=qqqq&project=prj_1'));
});
