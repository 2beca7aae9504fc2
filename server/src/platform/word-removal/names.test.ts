import { expect, test } from 'vitest';
import { nameForms, removeNames } from './index.ts';

test.each([
  ['the parts of a name', ['Mina Petrov'], ['Mina Petrov', 'Mina', 'Petrov']],
  ['a name of one word once', ['Mina'], ['Mina']],
  ['a shared part once', ['Ann Lee', 'Ann May'], ['Ann Lee', 'Ann', 'Lee', 'Ann May', 'May']],
  ['parts with any white space between them', ['Ann \t Lee'], ['Ann \t Lee', 'Ann', 'Lee']],
  ['no small words', ['Ana de la Cruz'], ['Ana de la Cruz', 'Ana', 'Cruz']],
  ['no initials', ['J. R Smith'], ['J. R Smith', 'Smith']],
  ['no remarks', ['Ann (Host) 2nd'], ['Ann (Host) 2nd', 'Ann']],
  ['parts in a script without capitals', ['王 小明'], ['王 小明', '小明']],
  ['an address as a whole', ['Ann Lee <a@b.example>'], ['Ann Lee <a@b.example>']],
  ['no label of a speaker', ['Speaker 2', ' participant', 'GUEST', 'Teilnehmerin 3', 'Mina'], ['Mina']],
])('the forms of names include %s', (_, names, forms) => {
  expect(nameForms(names)).toEqual(forms);
});

test('removes names of one word, and leaves the names of other people', () => {
  expect(removeNames('Mina and Mina Kern met Petrov.', ['Mina', 'Petrov'], ['Mina Kern'])).toBe(
    '[removed] and Mina Kern met [removed].',
  );
  expect(removeNames('Mina and Mina Kern', ['Mina'])).toBe('[removed] and [removed] Kern');
});
