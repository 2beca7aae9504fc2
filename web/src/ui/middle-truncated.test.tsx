// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MiddleTruncated } from './middle-truncated.tsx';

afterEach(cleanup);

it('keeps the end of a long name in sight, and cuts what is before it', () => {
  const name = 'Interview with a customer of the shop, second part.mp4';
  const { container } = render(<MiddleTruncated text={name} />);
  const [cut, end] = [...container.querySelectorAll('[aria-hidden]')];
  expect(cut?.classList.contains('truncate')).toBe(true);
  expect(end?.textContent).toBe('d part.mp4');
  expect(`${cut?.textContent}${end?.textContent}`).toBe(name);
  // Assistive technology reads the name in one piece.
  expect(screen.getByText(name)).toBeDefined();
});

it('shows a short name in one piece', () => {
  const { container } = render(<MiddleTruncated text="Call 1.mp4" />);
  expect(container.querySelectorAll('span')).toHaveLength(1);
});
