// @vitest-environment happy-dom
import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { CallView } from '../../lib/call/call.ts';
import { CallLobby } from './call-lobby.tsx';
import { useLeftAt } from './use-left-at.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const lobby = (over: Partial<Parameters<typeof CallLobby>[0]>) => (
  <CallLobby
    name="Otto"
    devices={{} as MediaStream}
    isWaiting={false}
    startsAt={null}
    isIn
    leftAt={undefined}
    onStopRecording={undefined}
    onJoin={() => {}}
    onRetry={() => {}}
    {...over}
  />
);

it('says when the participant left, and offers to stop the recording that is still running', () => {
  const stop = vi.fn();
  const { rerender } = render(lobby({ leftAt: '2:50', onStopRecording: stop }));
  expect(screen.getByRole('status').textContent).toBe('Otto left at 2:50');
  fireEvent.click(screen.getByRole('button', { name: 'Stop recording' }));
  expect(stop).toHaveBeenCalledOnce();
  rerender(lobby({ leftAt: '2:50' }));
  expect(screen.queryByRole('button')).toBeNull();
});

it('says that the participant is here as soon as the session says so', () => {
  const { rerender } = render(lobby({ isIn: false }));
  expect(screen.getByRole('heading').textContent).toBe('Call with Otto');
  rerender(lobby({ isIn: false, isWaiting: true }));
  expect(screen.getByRole('heading').textContent).toBe('Otto is here');
});

it('counts the time at which the participant leaves from the start of the call, and forgets it when they return', () => {
  vi.useFakeTimers({ now: new Date('2027-01-01T10:02:50Z') });
  const started = '2027-01-01T10:00:00Z';
  const view = (roles: string[]) => ({ others: roles.map((role) => ({ role })) }) as unknown as CallView;
  const { result, rerender } = renderHook(({ roles }) => useLeftAt(view(roles), started), {
    initialProps: { roles: [] as string[] },
  });
  expect(result.current, 'before the participant joins').toBeUndefined();
  rerender({ roles: ['participant', 'researcher'] });
  rerender({ roles: ['researcher'] });
  expect(result.current).toBe('2:50');
  rerender({ roles: ['participant'] });
  expect(result.current).toBeUndefined();
});
