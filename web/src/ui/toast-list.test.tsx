// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ToastList } from './toast-list.tsx';

afterEach(cleanup);

it.each([
  ['beside the text without an action', undefined, false],
  ['below the text, beside the action', { label: 'Undo', run() {} }, true],
])('shows the button that closes a message %s', (_case, action, wraps) => {
  render(
    <ToastList messages={[{ id: 1, text: 'Saved.', ...(action ? { action } : {}) }]} onClose={() => {}} />,
  );
  const message = screen.getByRole('button', { name: 'Dismiss' }).parentElement;
  expect(message?.classList.contains('lg:flex-wrap')).toBe(wraps);
});
