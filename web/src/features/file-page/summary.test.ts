import { expect, test } from 'vitest';
import { pathsOf } from './sentiment-strip.tsx';
import { speakerShares } from './speaker-shares.ts';

test('speakers are listed by how much they say, without those who say nothing', () => {
  const speakers = [
    { id: 'spk_1', label: 'Interviewer', role: null },
    { id: 'spk_2', label: 'Ben', role: null },
    { id: 'spk_3', label: 'Nobody', role: null },
  ];
  const segments = [
    { speaker_id: 'spk_1', text: 'And then?' },
    { speaker_id: 'spk_2', text: 'I closed  the tab.' },
    { speaker_id: 'spk_2', text: 'Then I left.' },
  ];
  expect(speakerShares(speakers, segments)).toEqual([
    { id: 'spk_2', label: 'Ben', words: 7, share: 7 / 9 },
    { id: 'spk_1', label: 'Interviewer', words: 2, share: 2 / 9 },
  ]);
  expect(speakerShares(speakers, [])).toEqual([]);
});

test('the strip draws positive segments above the line, negative ones below it and neutral ones not at all', () => {
  const segment = (label: 'positive' | 'neutral' | 'negative', score: number, start: number) => ({
    segment_id: `seg_${start}`,
    label,
    score,
    start_seconds: start,
    end_seconds: start + 2,
  });
  expect(
    pathsOf([segment('positive', 0.8, 0), segment('neutral', 0.1, 2), segment('negative', -0.2, 4)]),
  ).toEqual({ positive: 'M0 0V-0.80H2V0Z', negative: 'M4 0V0.35H6V0Z' });
});
