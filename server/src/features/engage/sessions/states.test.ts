import { expect, test } from 'vitest';
import { type Action, allows, sessionStatuses, transitions } from './states.ts';

test('allows exactly these actions in each state', () => {
  const actions = Object.keys(transitions) as Action[];
  const table = Object.fromEntries(
    sessionStatuses.map((status) => [
      status,
      actions
        .filter((action) => allows(action, status))
        .sort()
        .join(' '),
    ]),
  );
  expect(table).toEqual({
    scheduled: 'cancel complete miss reschedule start wait',
    waiting: 'abandon cancel complete start',
    in_progress: 'abandon complete',
    completed: '',
    no_show: 'cancel complete reschedule start wait',
    canceled: '',
    abandoned: 'resume',
  });
});
