// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';

it('focuses itself if it has no field', () => {
  render(
    <Dialog open onClose={() => {}} title="Details">
      <button type="button">Download</button>
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
});

it('focuses its first field', () => {
  render(
    <Dialog open onClose={() => {}} title="Rename">
      <input aria-label="Name" />
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});
