// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TextField } from './field.tsx';

afterEach(cleanup);

it('says in the page what is wrong with a field, not in a bubble of the browser', () => {
  render(
    <form>
      <TextField label="Name" required title="The name must not be blank" />
    </form>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  const invalid = createEvent('invalid', field, { cancelable: true });
  fireEvent(field, invalid);
  expect(invalid.defaultPrevented).toBe(true);
  expect(screen.getByRole('alert').textContent).toBe('The name must not be blank');
  expect(document.activeElement).toBe(field);
  fireEvent.input(field, { target: { value: 'Checkout' } });
  expect(screen.queryByRole('alert')).toBeNull();
});
