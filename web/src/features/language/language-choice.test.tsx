// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { chosenLanguage } from '../../texts/language.ts';
import { LanguageChoice } from './language-choice.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('stores the chosen language in this browser', async () => {
  render(<LanguageChoice />);
  await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }));
  expect(chosenLanguage()).toBe('de');
});

it('shows English in a browser without a choice', () => {
  render(<LanguageChoice />);
  expect(screen.getByRole('button', { name: 'English', pressed: true })).toBeDefined();
});
