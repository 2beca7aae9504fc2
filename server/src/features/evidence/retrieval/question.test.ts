import { describe, expect, it } from 'vitest';
import { namesStudy, questionTerms } from './question.ts';
import { topicsOf } from './retrieve.ts';

const surfaces = (question: string, language: string | null) =>
  questionTerms(question, language).map(({ surface }) => surface);

describe('the topic words of a question', () => {
  it.each([
    ['What did participants say about invoices?', 'en', ['invoices']],
    ['Did anyone mention the delivery of their groceries?', 'en-GB', ['delivery', 'groceries']],
    ['Was sagen die Teilnehmer über Rechnungen?', 'de', ['Rechnungen']],
    ['Que disent les participants des factures ?', 'fr', ['factures']],
    ['¿Qué dicen los participantes sobre las facturas?', 'es', ['facturas']],
    ['', 'en', []],
    ['???', 'en', []],
  ])('finds them in “%s” (%s)', (question, language, expected) => {
    expect(surfaces(question, language)).toEqual(expected);
  });

  it('lists each stem once, in the spelling and at the place of its first form', () => {
    expect(surfaces('Invoices for delivery: which invoice, which deliveries?', 'en')).toEqual([
      'Invoices',
      'delivery',
    ]);
  });

  it.each([
    ['Which invoices do customers enjoy?', 'en', { invoices: false, customers: true, enjoy: true }],
    // The list of general words is English.
    ['Wie schnell ist der Support?', 'de', { Support: false }],
  ])(
    'marks words as general that fit a question about any topic: “%s” (%s)',
    (question, language, expected) => {
      const found = Object.fromEntries(
        questionTerms(question, language).map(({ surface, isGeneral }) => [surface, isGeneral]),
      );
      expect(found).toMatchObject(expected);
    },
  );

  it('reads at most 24 topic words of a question', () => {
    const question = Array.from({ length: 40 }, (_, n) => `topic${String.fromCharCode(97 + n)}${n}x`).join(
      ' ',
    );
    expect(questionTerms(question, 'en')).toHaveLength(24);
  });

  it.each([
    ['What does Ben say about invoices?', ['Ben Carter'], ['invoices']],
    ['What is Zoë’s view of invoices?', ['Zoe'], ['invoices']],
    ['What do Anna and Ben say about invoices?', ['Anna (buyer)', 'Ben'], ['invoices']],
    ['What does Ben say about invoices?', [], ['Ben', 'invoices']],
  ])(
    'leaves the participants that the question names out of its topic words: “%s”',
    (question, named, expected) => {
      expect(topicsOf(question, 'en', named).map(({ surface }) => surface)).toEqual(expected);
    },
  );
});

it.each([
  ['What did people say?', 'en', true],
  ['What did PEOPLE say?', 'en-US', true],
  ['Why are invoices late?', 'en', false],
  ['Was meinen die Befragten?', 'de-AT', true],
  ['What did people say?', 'ja', false],
  ['What did people say?', null, false],
])('tells whether “%s” (%s) names the study: %s', (text, language, expected) => {
  expect(namesStudy(text, language)).toBe(expected);
});
