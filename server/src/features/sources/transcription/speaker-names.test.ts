import { expect, test } from 'vitest';
import { applySpeakerNames } from './speaker-names.ts';

const namesOf = (labels: string[], names: string[]) =>
  applySpeakerNames(
    labels.map((speaker) => ({ speaker })),
    names,
  ).map(({ speaker }) => speaker);

test('names are given in the order in which speakers first speak', () => {
  expect(namesOf(['Speaker 2', 'Speaker 1', 'Speaker 2'], ['Ada', 'Ben'])).toEqual(['Ada', 'Ben', 'Ada']);
});

test('speakers without a name have their labels, and names without a speaker are unused', () => {
  expect(namesOf(['Speaker 1', 'Speaker 2'], ['Ada'])).toEqual(['Ada', 'Speaker 2']);
  expect(namesOf(['Speaker 1'], ['Ada', 'Ben'])).toEqual(['Ada']);
});

test('a name that is the label of another speaker does not merge the two', () => {
  expect(namesOf(['Speaker 1', 'Speaker 2'], ['Speaker 2'])).toEqual(['Speaker 1', 'Speaker 2']);
  expect(namesOf(['Speaker 1', 'Speaker 2'], ['Speaker 2', 'Speaker 1'])).toEqual(['Speaker 2', 'Speaker 1']);
});
