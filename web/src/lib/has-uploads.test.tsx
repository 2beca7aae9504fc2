// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { reportUploads, uploadKeyPrefix, useHasUploads } from './has-uploads.ts';

const Answer = ({ userId }: { userId: string }) => <p>{useHasUploads(userId) ? 'uploads' : 'none'}</p>;

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('returns true for a user with stored uploads, and false for others', () => {
  localStorage.setItem(`${uploadKeyPrefix('usr_1')}a`, '{}');
  const { rerender } = render(<Answer userId="usr_1" />);
  expect(screen.getByText('uploads')).toBeTruthy();
  rerender(<Answer userId="usr_2" />);
  expect(screen.getByText('none')).toBeTruthy();
});

it('becomes true when the queue contains an upload', () => {
  render(<Answer userId="usr_3" />);
  expect(screen.getByText('none')).toBeTruthy();
  act(reportUploads);
  expect(screen.getByText('uploads')).toBeTruthy();
});
