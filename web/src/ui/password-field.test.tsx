// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { PasswordField } from './password-field.tsx';

afterEach(cleanup);

test('shows and hides what was typed, and says which', async () => {
  render(<PasswordField label="New password" name="password" />);
  const field = screen.getByLabelText<HTMLInputElement>('New password');
  await userEvent.type(field, 'four words');
  expect(field.type).toBe('password');
  const toggle = screen.getByRole('button', { name: /new password$/ });
  await userEvent.click(toggle);
  expect([field.type, field.value, toggle.getAttribute('aria-pressed')]).toEqual([
    'text',
    'four words',
    'true',
  ]);
  await userEvent.click(toggle);
  expect(field.type).toBe('password');
});

test('connects the error with the field', () => {
  render(<PasswordField label="Password" error="Must have at least 10 characters." />);
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').id).toBe(field.getAttribute('aria-describedby'));
});
