import { expect, it } from 'vitest';
import { matches } from './entries.ts';

it.each([
  ['', 'Go to projects', true],
  ['pro', 'Go to projects', true],
  ['go proj', 'Go to projects', true],
  ['jects', 'Go to projects', false],
  ['ecole', 'École à Paris', true],
  ['PARIS', 'École à Paris', true],
  ['pro x', 'Go to projects', false],
  ['日本', '日本語 interview', true],
])('%j in %j: %s', (typed, text, expected) => {
  expect(matches(typed, text)).toBe(expected);
});
