// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { keyNames } from './key-names.ts';
import { type Shortcut, useShortcutList, useShortcuts } from './shortcuts.ts';

afterEach(cleanup);

function Keys({ shortcuts }: { shortcuts: Shortcut[] }) {
  useShortcuts(shortcuts);
  return null;
}

function Sheet() {
  return (
    <ul>
      {useShortcutList().map(({ label }) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  );
}

const shortcut = (keys: Shortcut['keys'], run: () => void, rest: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  run,
  label: 'Do it',
  group: 'Test',
  ...rest,
});

test('runs for a key, for several alternatives and for keys in sequence', async () => {
  const run = vi.fn();
  const go = vi.fn();
  render(<Keys shortcuts={[shortcut(['t', 'ArrowDown'], run), shortcut('g f', go)]} />);
  await userEvent.keyboard('t{ArrowDown}x');
  expect(run).toHaveBeenCalledTimes(2);
  await userEvent.keyboard('gf');
  expect(go).toHaveBeenCalledTimes(1);
});

test('runs for a sign that needs Shift on this keyboard', async () => {
  const run = vi.fn();
  render(<Keys shortcuts={[shortcut('?', run)]} />);
  await userEvent.keyboard('{Shift>}?{/Shift}');
  expect(run).toHaveBeenCalledTimes(1);
});

test('leaves keys to a text field, except combinations that ask for them', async () => {
  const letter = vi.fn();
  const combination = vi.fn();
  render(
    <>
      <Keys shortcuts={[shortcut('t', letter), shortcut('Control+k', combination, { whileTyping: true })]} />
      <input aria-label="Name" />
    </>,
  );
  await userEvent.type(screen.getByLabelText('Name'), 't{Control>}k{/Control}');
  expect(letter).not.toHaveBeenCalled();
  expect(combination).toHaveBeenCalledTimes(1);
});

test('leaves keys to an open dialog, and Space to a focused button', async () => {
  const run = vi.fn();
  const click = vi.fn();
  render(
    <>
      <Keys shortcuts={[shortcut('Space', run), shortcut('t', run)]} />
      <div role="dialog" aria-label="Dialog">
        <button type="button">Inside</button>
      </div>
      <button type="button" onClick={click}>
        Outside
      </button>
    </>,
  );
  screen.getByText('Inside').focus();
  await userEvent.keyboard('t');
  screen.getByText('Outside').focus();
  await userEvent.keyboard(' ');
  expect(run).not.toHaveBeenCalled();
  expect(click).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('t');
  expect(run).toHaveBeenCalledTimes(1);
});

test('a later component takes a key and gives it back', async () => {
  const page = vi.fn();
  const panel = vi.fn();
  const both = (open: boolean) => (
    <>
      <Keys shortcuts={[shortcut('n', page, { label: 'New file' })]} />
      {open && <Keys shortcuts={[shortcut('n', panel, { label: 'New note' })]} />}
      <Sheet />
    </>
  );
  const { rerender } = render(both(true));
  await userEvent.keyboard('n');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['New note']);
  rerender(both(false));
  await userEvent.keyboard('n');
  expect([page.mock.calls.length, panel.mock.calls.length]).toEqual([1, 1]);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['New file']);
});

test('calls the function of the latest render', async () => {
  const first = vi.fn();
  const second = vi.fn();
  const { rerender } = render(<Keys shortcuts={[shortcut('t', first)]} />);
  rerender(<Keys shortcuts={[shortcut('t', second)]} />);
  await userEvent.keyboard('t');
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

test.each([
  ['$mod+k', '⌘K', 'Ctrl K'],
  ['Shift+ArrowDown', '⇧↓', 'Shift ↓'],
  ['g f', 'G F', 'G F'],
  ['?', '?', '?'],
  ['$mod+Enter', '⌘↵', 'Ctrl ↵'],
])('%s is written as %s on a Mac and as %s elsewhere', (keys, mac, other) => {
  expect([keyNames(keys, true), keyNames(keys, false)]).toEqual([mac, other]);
});

test('leaves Space to a button, but not to one that leaves it to the shortcut', async () => {
  const run = vi.fn();
  render(
    <>
      <Keys shortcuts={[shortcut('Space', run)]} />
      <button type="button">Own</button>
      <button type="button" data-leaves-space="">
        Time
      </button>
    </>,
  );
  screen.getByText('Own').focus();
  await userEvent.keyboard(' ');
  expect(run).not.toHaveBeenCalled();
  screen.getByText('Time').focus();
  await userEvent.keyboard(' ');
  expect(run).toHaveBeenCalledTimes(1);
});

test('a shortcut of a panel takes its key from the page only while the focus is inside the panel, and both are listed', async () => {
  const page = vi.fn();
  const panel = vi.fn();
  const within = '[data-panel]';
  render(
    <>
      <Keys shortcuts={[shortcut('j', panel, { label: 'Next passage', within })]} />
      {/* The page changes later than the panel. */}
      <Keys shortcuts={[shortcut('j', page, { label: 'Next row' })]} />
      <div data-panel="" tabIndex={-1}>
        Panel
      </div>
      <Sheet />
    </>,
  );
  await userEvent.keyboard('j');
  expect([page.mock.calls.length, panel.mock.calls.length]).toEqual([1, 0]);
  screen.getByText('Panel').focus();
  await userEvent.keyboard('j');
  expect([page.mock.calls.length, panel.mock.calls.length]).toEqual([1, 1]);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Next passage',
    'Next row',
  ]);
});
