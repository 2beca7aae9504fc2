import { afterAll, expect, test } from 'vitest';
import type { AppError } from '../../../../foundation/errors.ts';
import { type AnchorRow, moveStoredAnchors } from '../anchors/move-stored-anchors.ts';
import { parseSubtitles } from '../formats/parse-subtitles.ts';
import { createTranscriptThreads } from './transcript-threads.ts';

const threads = createTranscriptThreads();
afterAll(() => threads.close());

const count = 20_000;
const text = (i: number) => `so number ${i} and the rest of it is like all the others ${i % 97} yes`;
const time = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 23);
const cue = (i: number) => `${time(i)} --> ${time(i + 1)}\n<v Ada>${text(i)}\n\n`;
const subtitles = `WEBVTT\n\n${Array.from({ length: count }, (_, i) => cue(i)).join('')}`;

/** CPU time of the main thread only. Other processes do not change it. */
async function mainThreadMs<T>(run: () => T | Promise<T>): Promise<{ result: T; ms: number }> {
  const start = process.threadCpuUsage();
  const result = await run();
  const { user, system } = process.threadCpuUsage(start);
  return { result, ms: (user + system) / 1_000 };
}

test('large subtitles are parsed outside the main thread with the same result', async () => {
  const inline = await mainThreadMs(() => parseSubtitles(subtitles));
  await threads.parse('wks_1', subtitles);
  const { result, ms } = await mainThreadMs(() => threads.parse('wks_1', subtitles));
  expect(result).toEqual(inline.result);
  expect(ms).toBeLessThan(inline.ms / 2);
});

test('faults of large subtitles are reported as those of small ones', async () => {
  const wrong = `${subtitles}00:00:05.000 --> 00:00:04.000\na\n`;
  const error = (await threads.parse('wks_1', wrong).catch((thrown: unknown) => thrown)) as AppError;
  expect(error).toMatchObject({
    code: 'validation_failed',
    details: [{ field: `segments.${count}.end_seconds`, message: 'must be greater than start_seconds' }],
  });
});

test('anchors of a replaced large transcript are moved outside the main thread with the same result', async () => {
  const segments = (prefix: string) =>
    Array.from({ length: 3_000 }, (_, i) => ({
      id: `${prefix}${i}`,
      text: text(i),
      speaker_id: 'spk_1',
      start_seconds: i,
      end_seconds: i + 1,
    }));
  const rows: AnchorRow[] = Array.from({ length: 300 }, (_, i) => ({
    holder: 'citation',
    holder_id: `rep_${i}`,
    item: 0,
    anchor: { segment_id: `a${i * 10}`, quote: text(i * 10) },
  }));
  const change = { before: segments('a'), after: segments('b'), speakers: [], revision: 2 };
  const inline = await mainThreadMs(() => moveStoredAnchors(rows, change));
  const { result, ms } = await mainThreadMs(() => threads.moveAnchors('wks_1', rows, change));
  expect(result).toEqual(inline.result);
  expect(JSON.parse(result.changed as string)).toHaveLength(300);
  expect(ms).toBeLessThan(inline.ms / 2);
});
