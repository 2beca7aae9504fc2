import { expect, test } from 'vitest';
import { stopMessage } from './stop-message.ts';

test('a stopping server names the requests and background tasks that it waits for', () => {
  const tasks = ['job.report', 'clip.cut', 'clip.cut'];
  expect(stopMessage({ requests: 1, tasks }, 10_000)).toBe(
    'Parley is stopping and waits for 1 request and 3 background tasks (clip.cut, job.report), at most 10 seconds. ' +
      'Ctrl-C again stops it at once: unfinished work continues at the next start.',
  );
  expect(stopMessage({ requests: 0, tasks: ['clip.cut'] }, 1_000)).toContain(
    'waits for 1 background task (clip.cut), at most 1 second.',
  );
});

test('a stopping server without work says only that it stops', () => {
  expect(stopMessage({ requests: 0, tasks: [] }, 10_000)).toBe('Parley is stopping.');
});
