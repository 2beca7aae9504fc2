import { expect, it } from 'vitest';
import { hasSameNames, nameFieldCount, toSpeakerOptions } from './speaker-options.ts';

it('sends nothing if the number of speakers is detected', () => {
  expect(toSpeakerOptions('auto', 3, ['Ada'])).toEqual({});
});

it('sends the number and the names in order', () => {
  expect(toSpeakerOptions('2', 3, [' Ada ', 'Ben', 'left over'])).toEqual({
    speakers_expected: 2,
    speaker_names: ['Ada', 'Ben'],
  });
  expect(toSpeakerOptions('more', 5, [])).toEqual({ speakers_expected: 5 });
});

it('fills an empty name before a given one with its label', () => {
  expect(toSpeakerOptions('2', 3, ['', 'Ben']).speaker_names).toEqual(['Speaker 1', 'Ben']);
});

it('accepts three to twenty people as more', () => {
  expect([0, 2, 3, 20, 99].map((more) => nameFieldCount('more', more))).toEqual([3, 3, 3, 20, 20]);
});

it('finds two people with the same name', () => {
  expect(hasSameNames({ speaker_names: ['Ada', 'Ada'] })).toBe(true);
  expect(hasSameNames({ speaker_names: ['Ada', 'Ben'] })).toBe(false);
});
