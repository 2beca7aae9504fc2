// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SpeakersForm } from './speakers-dialog.tsx';

afterEach(cleanup);

function open() {
  const onSubmit = vi.fn();
  render(<SpeakersForm onSubmit={onSubmit} onCancel={() => {}} />);
  return {
    onSubmit,
    choose: (name: string) => fireEvent.click(screen.getByRole('button', { name })),
    type: (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } }),
  };
}

it('detects the number of speakers unless the user says it', () => {
  const { choose, onSubmit } = open();
  expect(screen.queryByText('Names (optional)')).toBeNull();
  choose('Upload');
  expect(onSubmit).toHaveBeenCalledWith({});
});

it('asks for as many names as people speak', () => {
  const { choose, type, onSubmit } = open();
  choose('2');
  type('Speaker 1', 'Ada');
  type('Speaker 2', 'Ben');
  expect(screen.queryByLabelText('Speaker 3')).toBeNull();
  choose('Upload');
  expect(onSubmit).toHaveBeenCalledWith({ speakers_expected: 2, speaker_names: ['Ada', 'Ben'] });
});

it('asks for the number of three or more people', () => {
  const { choose, type, onSubmit } = open();
  choose('3 or more');
  type('Number of people', '4');
  expect(screen.getByLabelText('Speaker 4')).toBeTruthy();
  choose('Upload');
  expect(onSubmit).toHaveBeenCalledWith({ speakers_expected: 4 });
});

it('does not upload with the same name for two people', () => {
  const { choose, type, onSubmit } = open();
  choose('2');
  type('Speaker 1', 'Ada');
  type('Speaker 2', 'Ada');
  choose('Upload');
  expect(screen.getByRole('alert').textContent).toBe('Give each person a different name.');
  expect(onSubmit).not.toHaveBeenCalled();
});
