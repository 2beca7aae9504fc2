import { expect, test } from 'vitest';
import { turnsBetween, turnsOfPassage } from './turns.ts';

const segment = (id: string, speaker: string, text: string, start_seconds: number) => ({
  id,
  speaker_id: speaker.toLowerCase(),
  speaker,
  text,
  start_seconds,
  end_seconds: start_seconds + 2,
});
const segments = [
  segment('a', 'Ada', 'What 🙂 now?', 0),
  segment('b', 'Ben', 'I left.', 2),
  segment('c', 'Ben', 'It was late.', 4),
  segment('d', 'Ada', 'Why?', 6),
];

test('segments of one speaker that follow each other are one turn', () => {
  expect(turnsBetween(1, 6, segments)).toEqual([
    { id: 'a', speaker: 'Ada', text: '🙂 now?' },
    { id: 'b', speaker: 'Ben', text: 'I left. It was late.' },
  ]);
});

test('a turn in Japanese has no space where its segments meet', () => {
  const spoken = [segment('a', 'Aoi', '天気が良いので', 0), segment('b', 'Aoi', '散歩します。', 2)];
  expect(turnsBetween(0, 4, spoken)).toEqual([
    { id: 'a', speaker: 'Aoi', text: '天気が良いので散歩します。' },
  ]);
});

test('a passage begins and ends within its segments, counted in code points', () => {
  const passage = { segmentId: 'a', startCharacter: 5, endSegmentId: 'c', endCharacter: 6 };
  expect(turnsOfPassage(passage, segments)).toEqual([
    { id: 'a', speaker: 'Ada', text: '🙂 now?' },
    { id: 'b', speaker: 'Ben', text: 'I left. It was' },
  ]);
});

test('a passage in one segment is one turn', () => {
  const passage = { segmentId: 'c', startCharacter: 3, endSegmentId: 'c', endCharacter: 6 };
  expect(turnsOfPassage(passage, segments)).toEqual([{ id: 'c', speaker: 'Ben', text: 'was' }]);
});

test('a passage whose segments are gone has no turns', () => {
  const passage = { segmentId: 'gone', startCharacter: 0, endSegmentId: 'c', endCharacter: 3 };
  expect(turnsOfPassage(passage, segments)).toEqual([]);
});
