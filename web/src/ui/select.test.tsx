// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Select } from './select.tsx';
import { SelectField } from './select-field.tsx';

afterEach(cleanup);

const options = [
  { value: '', name: 'Any lane' },
  { value: 'a', name: 'Observations' },
  { value: 'b', name: 'Themes' },
];
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

it('shows the name of its value, and its list starts at that value', async () => {
  render(<Select label="Lane" value="b" options={options} />);
  const select = screen.getByRole('combobox', { name: 'Lane' });
  expect(select.textContent).toBe('Themes');
  fireEvent.keyDown(select, { key: 'Enter' });
  expect(names()).toEqual(['Any lane', 'Observations', 'Themes']);
  expect(screen.getByRole('listbox', { name: 'Lane' })).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('option', { name: 'Themes', selected: true })),
  );
});

it('reports a chosen value, also an empty one, and takes the focus back', async () => {
  const onChange = vi.fn();
  render(<Select label="Lane" value="b" options={options} onChange={onChange} />);
  const select = screen.getByRole('combobox');
  fireEvent.keyDown(select, { key: 'ArrowUp' });
  fireEvent.click(screen.getByRole('option', { name: 'Any lane' }));
  expect(onChange.mock.calls).toEqual([['']]);
  await waitFor(() => expect(document.activeElement).toBe(select));
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('opens when a finger is lifted and not when it is put down', () => {
  render(<Select label="Lane" options={options} />);
  const select = screen.getByRole('combobox');
  fireEvent.pointerDown(select, { pointerType: 'touch', button: 0 });
  expect(screen.queryByRole('listbox')).toBeNull();
  fireEvent.click(select);
  expect(screen.getByRole('listbox')).toBeTruthy();
});

it('keeps its own value for the form that it is in', () => {
  render(
    <form aria-label="Filter">
      <SelectField label="Lane" name="lane" defaultValue="a" options={options} />
    </form>,
  );
  const form = screen.getByRole<HTMLFormElement>('form');
  expect(new FormData(form).get('lane')).toBe('a');
  fireEvent.keyDown(screen.getByLabelText('Lane'), { key: 'Enter' });
  fireEvent.click(screen.getByRole('option', { name: 'Themes' }));
  expect(new FormData(form).get('lane')).toBe('b');
});
