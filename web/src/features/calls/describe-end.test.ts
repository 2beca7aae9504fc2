import { expect, it } from 'vitest';
import { describeEnd } from './describe-end.ts';

const session = (status: 'completed' | 'canceled' | 'abandoned' | 'in_progress' | 'waiting') =>
  ({ kind: 'live', status, duration_seconds: null, ended_at: null }) as const;

it.each([
  ['completed', 'ended', 'The interview with Mina is over', false],
  ['canceled', 'ended', 'The interview with Mina was canceled', false],
  ['abandoned', 'ended', 'The interview with Mina has ended', false],
  // The session decides: another researcher may have ended it.
  ['completed', 'failed', 'The interview with Mina is over', false],
  ['in_progress', 'failed', 'You can’t be in this call', true],
  ['in_progress', 'replaced', 'You joined this call in another window', true],
  ['in_progress', 'ended', 'You left the call', true],
] as const)(
  'a session that is %s in a browser whose call is %s reads “%s”',
  (status, state, title, canRejoin) => {
    expect(describeEnd(session(status), { state }, 'Mina')).toMatchObject({ title, canRejoin });
  },
);

it('says why the server refused the call', () => {
  const view = { state: 'failed', problem: '3 researchers are in this call already.' } as const;
  expect(describeEnd(session('waiting'), view, 'Mina').text).toBe(view.problem);
});
