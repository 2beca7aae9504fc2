import { expect, test } from 'vitest';
import { replacementsOf } from './replace.ts';

const anyhow = { exactCase: false, wholeWords: false };
const segmentsOf = (...texts: string[]) => texts.map((text, n) => ({ id: `seg_${n}`, text }));
const textsOf = (texts: string[], words: string, by: string, options = anyhow) =>
  replacementsOf(segmentsOf(...texts), words, by, options).map(({ segment, text, count }) => [
    segment.id,
    text,
    count,
  ]);

test('all matches of all segments are replaced, whatever their case and accents', () => {
  expect(textsOf(['Parlay. PARLAY!', 'Nothing.', 'Le pàrlay 🙂 parlay'], 'parlay', 'Parley')).toEqual([
    ['seg_0', 'Parley. Parley!', 2],
    ['seg_2', 'Le Parley 🙂 Parley', 2],
  ]);
});

test('exact case replaces only what is written the same', () => {
  expect(textsOf(['Parlay parlay'], 'parlay', 'x', { ...anyhow, exactCase: true })).toEqual([
    ['seg_0', 'Parlay x', 1],
  ]);
});

test('whole words leave out parts of words', () => {
  expect(textsOf(['art start arty (art) artä'], 'art', 'craft', { ...anyhow, wholeWords: true })).toEqual([
    ['seg_0', 'craft start arty (craft) artä', 2],
  ]);
});

test('a text of which nothing would be left, and one that would not change, are left out', () => {
  expect(textsOf(['Um.', 'Um. Yes'], 'um.', '')).toEqual([['seg_1', ' Yes', 1]]);
  expect(textsOf(['Yes'], 'Yes', 'Yes')).toEqual([]);
  expect(textsOf(['Yes'], '  ', 'No')).toEqual([]);
});

test('the parts together are the old text', () => {
  const [change] = replacementsOf(segmentsOf('🙂 one two one'), 'one', '1', anyhow);
  expect(change?.parts.map(({ text, replaced }) => [text, replaced])).toEqual([
    ['🙂 ', false],
    ['one', true],
    [' two ', false],
    ['one', true],
  ]);
});
