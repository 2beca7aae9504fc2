// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Sheet } from './sheet.tsx';

afterEach(cleanup);

function Page() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <h1 tabIndex={-1}>Board</h1>
      {open && (
        <Sheet
          open
          onClose={() => setOpen(false)}
          title="Card"
          returnFocusTo={() => document.querySelector('h1')}
        >
          Text
        </Sheet>
      )}
    </>
  );
}

test('gives the focus to the named element when it closes', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Board' })));
});
