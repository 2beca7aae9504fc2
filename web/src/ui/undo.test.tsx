// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToastProvider } from './toast.tsx';
import { UndoProvider, useUndo } from './undo.tsx';

let log: string[];
beforeEach(() => {
  log = [];
});
afterEach(cleanup);

function Actions() {
  const { add } = useUndo();
  const tag = () =>
    add(
      Promise.resolve({
        done: 'Tagged “Trust”.',
        undone: 'Tag “Trust” removed.',
        redone: 'Tagged “Trust”.',
        undo: async () => log.push('undo'),
        redo: async () => log.push('redo'),
      }),
    );
  return (
    <>
      <button type="button" onClick={tag}>
        Tag
      </button>
      <input aria-label="Search" />
    </>
  );
}

const page = (name: string) => (
  <ToastProvider>
    <UndoProvider page={name}>
      <Actions />
    </UndoProvider>
  </ToastProvider>
);

async function press(key: string, shiftKey = false, target: Element = document.body) {
  await act(async () => {
    fireEvent.keyDown(target, { key, code: 'KeyZ', ctrlKey: true, shiftKey });
    await new Promise((resolve) => setTimeout(resolve));
  });
}

describe('Ctrl+Z', () => {
  it('undoes the last action of the page and names it; Ctrl+Shift+Z redoes it', async () => {
    render(page('/files/1'));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Tag' })));
    await press('z');
    expect(log).toEqual(['undo']);
    expect(await screen.findByText('Tag “Trust” removed.', {}, { timeout: 30_000 })).toBeDefined();
    await press('Z', true);
    expect(log).toEqual(['undo', 'redo']);
  });

  it('undoes nothing from before the page was opened', async () => {
    const { rerender } = render(page('/files/1'));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Tag' })));
    rerender(page('/files/2'));
    await press('z');
    expect(log).toEqual([]);
    expect(
      await screen.findByText(
        'There is nothing to undo since you opened this page.',
        {},
        { timeout: 30_000 },
      ),
    ).toBeDefined();
  });

  it('leaves Ctrl+Z to the browser in a text field', async () => {
    render(page('/files/1'));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Tag' })));
    await press('z', false, screen.getByLabelText('Search'));
    expect(log).toEqual([]);
  });
});
