import { expect, test } from 'vitest';
import { moveAnchors } from './move-anchors.ts';

test('50,000 replaced segments with 5,000 anchors take linear time', () => {
  const before = Array.from({ length: 50_000 }, (_, i) => ({
    id: `s${i}`,
    text: `so number ${i} and the rest of it is like all the others ${i % 97} yes`,
    speaker_id: 'spk_1',
    start_seconds: i,
    end_seconds: i + 1,
  }));
  const after = before.map((s, i) => ({
    ...s,
    id: `t${i}`,
    text: i % 50 === 0 ? 'gone with the wind' : s.text,
  }));
  const anchors = Array.from({ length: 5_000 }, (_, i) => {
    const { id, text, start_seconds, end_seconds } = before[i * 10] as (typeof before)[number];
    return {
      segment_id: id,
      start_character: 0,
      end_segment_id: id,
      end_character: text.length,
      quote: text,
      speaker: 'Ada',
      detached: false,
      start_seconds,
      end_seconds,
      past: [],
      since_revision: 1,
    };
  });
  const started = process.cpuUsage();
  const moved = moveAnchors({ before, after, speakers: [], revision: 2 }, anchors);
  const { user, system } = process.cpuUsage(started);
  expect(moved.filter(({ detached }) => detached)).toHaveLength(1_000);
  // Processor time, because other processes may delay this one. A quadratic algorithm would take minutes; the margin allows for
  // slow machines.
  expect((user + system) / 1_000_000).toBeLessThan(20);
});
