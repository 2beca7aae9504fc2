import { expect, it } from 'vitest';
import { type Choice, withoutOptions } from './conversation.ts';

const choice: Choice = {
  question_id: 'question',
  type: 'single_choice',
  options: [
    { id: 'a', text: 'By card' },
    { id: 'b', text: 'In cash' },
  ],
  scale: null,
};
const message = (text: string) => ({ number: 1, role: 'moderator' as const, text });

it('leaves out of a message the options that are shown as buttons', () => {
  const asked = message('How did you pay?\n• By card\n• In cash');
  expect(withoutOptions(asked, choice).text).toBe('How did you pay?');
});

it('keeps a message that has no list, another list, or words after the list', () => {
  const texts = [
    'How did you pay?',
    'How did you pay?\n• By card',
    'How did you pay?\n• By card\n• In cash\nTake your time.',
  ];
  for (const text of texts) expect(withoutOptions(message(text), choice).text).toBe(text);
  const open = { ...choice, options: [] };
  expect(withoutOptions(message('Tell me more.'), open).text).toBe('Tell me more.');
});
