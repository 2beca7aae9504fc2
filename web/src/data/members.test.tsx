// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Member, membersQuery, useChangeRole } from './members.ts';

const grace: Member = {
  id: 'usr_1',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  role: 'member',
  joined_at: '2026-11-17T09:00:00.000Z',
};
let stored = grace;
/** Answers wait for this, so that a test sees the state before the response. */
let released: Promise<void> = Promise.resolve();
let refusal: string | undefined;

const server = setupServer(
  http.get('*/app/v1/workspace/members', () =>
    HttpResponse.json({ data: [stored], meta: { next_cursor: null } }),
  ),
  http.patch('*/app/v1/workspace/members/usr_1', async ({ request }) => {
    const { role } = (await request.json()) as Pick<Member, 'role'>;
    await released;
    if (refusal)
      return HttpResponse.json(
        { error: { code: 'forbidden', message: refusal, details: [] } },
        { status: 403 },
      );
    stored = { ...stored, role };
    return HttpResponse.json({ data: stored });
  }),
);
beforeAll(() => server.listen());
afterEach(() => {
  cleanup();
  stored = grace;
  refusal = undefined;
});
afterAll(() => server.close());

function Roles() {
  const list = useInfiniteQuery(membersQuery);
  const change = useChangeRole();
  const member = list.data?.pages[0]?.data[0];
  if (!member) return null;
  return (
    <>
      <p data-testid="role">{member.role}</p>
      {change.error && <p>{change.error.message}</p>}
      <button type="button" onClick={() => change.mutate({ userId: member.id, role: 'viewer' })}>
        Make viewer
      </button>
    </>
  );
}

const renderRoles = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Roles />
    </QueryClientProvider>,
  );

test('a new role shows before the server has answered, and stays', async () => {
  let release = () => {};
  released = new Promise((resolve) => {
    release = resolve;
  });
  renderRoles();
  await userEvent.click(await screen.findByRole('button', { name: 'Make viewer' }));
  await waitFor(() => expect(screen.getByTestId('role').textContent).toBe('viewer'));
  expect(stored.role).toBe('member');
  release();
  await waitFor(() => expect(stored.role).toBe('viewer'));
  expect(screen.getByTestId('role').textContent).toBe('viewer');
});

test('a refused role is taken back, with the reason', async () => {
  refusal = 'Only an owner can change or remove an owner.';
  renderRoles();
  await userEvent.click(await screen.findByRole('button', { name: 'Make viewer' }));
  await screen.findByText(refusal);
  await waitFor(() => expect(screen.getByTestId('role').textContent).toBe('member'));
});
