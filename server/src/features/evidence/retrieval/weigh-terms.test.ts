import { describe, expect, it } from 'vitest';
import { questionTerms } from './question.ts';
import { createCoverage, weighTerms } from './weigh-terms.ts';

const terms = questionTerms('Do customers wait for invoices and refunds?', 'en');
const indexOf = (surface: string) => terms.findIndex((term) => term.surface === surface);
const [customers, invoices, refunds] = ['customers', 'invoices', 'refunds'].map(indexOf) as [
  number,
  number,
  number,
];

describe('the weight of a topic word', () => {
  const hits = [[invoices], [invoices], [invoices], [refunds], [customers]];
  const weighed = weighTerms(terms, hits, 100);
  const of = (at: number) => weighed[at] as (typeof weighed)[0];

  it('counts the documents that contain a topic word', () => {
    expect([of(invoices), of(refunds), of(customers)].map(({ documents }) => documents)).toEqual([3, 1, 1]);
  });

  it('gives a rare word a higher weight, and a word that no document contains the highest', () => {
    const unknown = weighTerms(terms, [], 100)[refunds];
    expect(of(refunds).rarity).toBeGreaterThan(of(invoices).rarity);
    expect(unknown?.rarity).toBeGreaterThan(of(refunds).rarity);
    expect(of(invoices).rarity).toBeCloseTo(Math.log(1 + 97.5 / 3.5), 10);
  });

  it('gives a word that fits any topic a quarter of its rarity as weight', () => {
    expect(of(customers).weight).toBeCloseTo(of(customers).rarity / 4, 10);
    expect(of(refunds).weight).toBe(of(refunds).rarity);
  });

  it('gives a word that all documents contain a positive weight, even if there are more than the count says', () => {
    const everywhere = weighTerms(
      terms,
      Array.from({ length: 12 }, () => [invoices]),
      10,
    )[invoices];
    expect(everywhere?.rarity).toBeGreaterThan(0);
    expect(everywhere?.rarity).toBeLessThan(0.1);
  });
});

describe('the coverage of a question', () => {
  it.each([
    { weights: [1, 3], found: [], coverage: 0 },
    { weights: [1, 3], found: [0], coverage: 0.25 },
    { weights: [1, 3], found: [1], coverage: 0.75 },
    { weights: [1, 3], found: [0, 1], coverage: 1 },
    { weights: [1, 3], found: [7], coverage: 0 },
    { weights: [], found: [], coverage: 0 },
    { weights: [0, 0], found: [0, 1], coverage: 0 },
  ])(
    'returns a coverage of $coverage for terms $found of weights $weights',
    ({ weights, found, coverage }) => {
      expect(createCoverage(weights)(found)).toBe(coverage);
    },
  );
});
