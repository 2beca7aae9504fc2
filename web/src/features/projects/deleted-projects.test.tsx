// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Project } from '../../data/projects.ts';
import { ToastProvider } from '../../ui/toast.tsx';
import { DeletedProjects } from './deleted-projects.tsx';

afterEach(() => vi.unstubAllGlobals());

it('shows when a deleted project ends for good, and restores it', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async ({ method, url }: Request) => {
    sent.push(`${method} ${new URL(url, 'http://parley').pathname}`);
    return Response.json({ data: { ...project, deleted_at: null } });
  });
  const project = { id: 'prj_1', name: 'Checkout', deleted_at: '2026-11-02T12:00:00Z' } as Project;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <DeletedProjects projects={[project]} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('listitem').textContent).toContain('deleted for good on December 2, 2026');

  fireEvent.click(screen.getByRole('button', { name: 'Restore Checkout' }));
  expect(
    (await screen.findAllByText('Restored “Checkout”.', {}, { timeout: 30_000 })).length,
  ).toBeGreaterThan(0);
  expect(sent).toEqual(['POST /app/v1/projects/prj_1/restore']);
});
