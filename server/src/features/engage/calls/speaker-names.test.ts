import { expect, test } from 'vitest';
import { nameSpeakers } from './speaker-names.ts';

const spoken = (speaker: string, start_seconds: number, end_seconds: number) => ({
  speaker,
  start_seconds,
  end_seconds,
  text: '…',
});
const turn = (name: string, start_seconds: number, end_seconds: number) => ({
  name,
  start_seconds,
  end_seconds,
});
const speakers = (segments: { speaker: string }[]) => segments.map(({ speaker }) => speaker);

test('each voice gets the name of the person who spoke at its times', () => {
  const segments = [spoken('Speaker 1', 0, 4), spoken('Speaker 2', 4, 10), spoken('Speaker 1', 10, 12)];
  const turns = [turn('Ada', 0.2, 3.8), turn('Mina', 4.1, 9.7), turn('Ada', 10, 12)];
  expect(speakers(nameSpeakers(segments, turns))).toEqual(['Ada', 'Mina', 'Ada']);
});

test('each segment gets the name of who spoke then, if no voices were told apart', () => {
  const segments = [spoken('Speaker 1', 0, 4), spoken('Speaker 1', 4, 10)];
  expect(speakers(nameSpeakers(segments, [turn('Ada', 0, 4), turn('Mina', 4, 10)]))).toEqual(['Ada', 'Mina']);
});

test('a voice retains its label if no person, or two people equally, spoke at its times', () => {
  const segments = [spoken('Speaker 1', 0, 4), spoken('Speaker 2', 20, 24)];
  const turns = [turn('Ada', 0, 2), turn('Mina', 2, 4), turn('Ada', 40, 44)];
  expect(speakers(nameSpeakers(segments, turns))).toEqual(['Speaker 1', 'Speaker 2']);
  expect(nameSpeakers(segments, [])).toBe(segments);
});
