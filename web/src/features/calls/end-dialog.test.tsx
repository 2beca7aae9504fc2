// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EndDialog } from './end-dialog.tsx';

afterEach(cleanup);

function show(isIn: boolean) {
  const done: string[] = [];
  render(
    <EndDialog
      open
      name="Otto"
      onClose={() => done.push('close')}
      onEnd={() => done.push('end')}
      onLeave={isIn ? () => done.push('leave') : undefined}
    />,
  );
  return done;
}

it.each([
  ['End for everyone', 'end'],
  ['Leave only', 'leave'],
])('asks before the call ends for the participant too: %s', (name, expected) => {
  const done = show(true);
  expect(screen.getByRole('dialog', { name: 'End the call for Otto too?' })).toBeDefined();
  expect(done).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name }));
  expect(done).toEqual(['close', expected]);
});

it('does not offer to leave to a researcher who has left already', () => {
  const done = show(false);
  expect(screen.queryByRole('button', { name: 'Leave only' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(done).toEqual(['close']);
});
