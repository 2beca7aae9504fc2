import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../../test/any-text.ts';
import { isSimilarWord } from './edit-distance.ts';
import { markSnippet } from './snippet.ts';

const word = (lexeme: string, prefix = false, similar: string[] = []) => ({
  lexemes: [lexeme],
  prefix,
  similar,
});

describe('a snippet', () => {
  test('shows the text around the first hit, cut between words', () => {
    const snippet = markSnippet(`${'before '.repeat(100)}needle ${'after '.repeat(100)}`, [word('needle')]);
    expect(snippet).toMatch(/^…(before )+<mark>needle<\/mark>( after)+…$/);
    expect(snippet.length).toBeLessThan(300);
  });

  test('starts at the beginning of the text when there is no hit', () => {
    expect(markSnippet('one two', [word('three')])).toBe('one two');
  });

  test('marks prefixes, similar words, accented words and words in scripts without spaces', () => {
    expect(markSnippet('Checkout', [word('check', true)])).toBe('<mark>Checkout</mark>');
    expect(markSnippet('check', [word('chekc', false, ['check'])])).toBe('<mark>check</mark>');
    expect(markSnippet('Über', [word('uber')])).toBe('<mark>Über</mark>');
    expect(markSnippet('用户研究平台', [{ lexemes: ['研', '究'], prefix: true, similar: [] }])).toBe(
      '用户<mark>研究</mark>平台',
    );
  });

  test('writes a snippet as safe, well-formed HTML for any text', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 600 }), anyText({ minLength: 1 }), (text, lexeme) => {
        const snippet = markSnippet(text, [word(lexeme, true)]);
        expect(snippet.replaceAll('<mark>', '').replaceAll('</mark>', '')).not.toMatch(/[<>"']/);
        expect(snippet.isWellFormed()).toBe(text.isWellFormed() || snippet.isWellFormed());
      }),
    );
  });
});

test('words are similar if they differ by a typo', () => {
  for (const [a, b] of [
    ['price', 'pirce'],
    ['checkout', 'chekcuot'],
    ['form', 'from'],
    ['shipping', 'shiping'],
  ] as const) {
    expect(isSimilarWord(a, b), `${a} ${b}`).toBe(true);
  }
  for (const [a, b] of [
    ['price', 'prince is'],
    ['cat', 'dog'],
    ['form', 'frame'],
  ] as const) {
    expect(isSimilarWord(a, b), `${a} ${b}`).toBe(false);
  }
});
