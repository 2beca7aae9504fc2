// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';
import { lateDialog } from './late-dialog.tsx';
import { ToastProvider } from './toast.tsx';

afterEach(cleanup);

interface NoteProps {
  open: boolean;
  onClose(): void;
}

const NoteDialog = (props: NoteProps) => (
  <Dialog {...props} title="Note">
    <p>Some text</p>
  </Dialog>
);

function Page({ dialog: Late }: { dialog: ComponentType<NoteProps> }) {
  const [open, setOpen] = useState(false);
  return (
    <ToastProvider>
      <button type="button" aria-pressed={open} onClick={() => setOpen(true)}>
        Open
      </button>
      <Late open={open} onClose={() => setOpen(false)} />
    </ToastProvider>
  );
}

function show(load: () => Promise<typeof NoteDialog>) {
  render(<Page dialog={lateDialog(load)} />);
  return screen.getByText('Open');
}

it('loads before it is opened, when the browser is idle', async () => {
  let loads = 0;
  const button = show(async () => {
    loads++;
    return NoteDialog;
  });
  expect(loads).toBe(0);
  await waitFor(() => expect(loads).toBe(1));
  fireEvent.click(button);
  await screen.findByRole('dialog', { name: 'Note' });
  expect(loads).toBe(1);
});

it('loads at once when it is opened earlier, and only once', async () => {
  let loads = 0;
  const button = show(async () => {
    loads++;
    return NoteDialog;
  });
  expect(loads).toBe(0);
  for (let i = 0; i < 2; i++) {
    fireEvent.click(button);
    await screen.findByRole('dialog', { name: 'Note' });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  }
  expect(loads).toBe(1);
});

it('closes with a message when it can’t be loaded, and loads when it is opened again', async () => {
  let isReachable = false;
  const button = show(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
    return NoteDialog;
  });
  fireEvent.click(button);
  expect((await screen.findAllByText(/Reload the page and try again/)).length).toBeGreaterThan(0);
  expect(button.getAttribute('aria-pressed')).toBe('false');
  isReachable = true;
  fireEvent.click(button);
  await screen.findByRole('dialog', { name: 'Note' });
});
