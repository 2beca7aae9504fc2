import { describe, expect, test } from 'vitest';
import { sampleTurns } from './detect-language.ts';
import { sumUpSteps } from './resume.ts';
import { shortenWindow } from './short-window.ts';
import type { FinishedStep } from './speech.ts';

const turnOf = (start_seconds: number, end_seconds: number) => ({
  start_seconds,
  end_seconds,
  speaker: 'Speaker 1',
  regions: [{ start_seconds, end_seconds }],
});
const segmentOf = (text: string) => ({ start_seconds: 0, end_seconds: 1, text });

describe('the steps of an earlier attempt', () => {
  const turns = [turnOf(0, 5), turnOf(6, 9), turnOf(10, 12)];
  const steps: FinishedStep[] = [
    { kind: 'turns', model: 'moonshine-tiny', turns },
    { kind: 'language', language: 'en' },
    { kind: 'speech', turns_done: 1, segments: [segmentOf('One.')] },
    { kind: 'speech', turns_done: 2, segments: [segmentOf('Two.'), segmentOf('Three.')] },
  ];

  test('say which turns are done and what was said in them', () => {
    expect(sumUpSteps(steps, 'moonshine-tiny')).toEqual({
      turns,
      language: 'en',
      turnsDone: 2,
      segments: [segmentOf('One.'), segmentOf('Two.'), segmentOf('Three.')],
    });
    expect(sumUpSteps([], 'moonshine-tiny')).toEqual({ turnsDone: 0, segments: [] });
  });

  test('do not count if another model recognized them', () => {
    expect(sumUpSteps(steps, 'whisper-base.en')).toEqual({ turnsDone: 0, segments: [] });
    const again: FinishedStep = { kind: 'turns', model: 'whisper-base.en', turns: [turnOf(1, 2)] };
    expect(sumUpSteps([...steps, again], 'whisper-base.en')).toEqual({
      turns: [turnOf(1, 2)],
      turnsDone: 0,
      segments: [],
    });
  });
});

describe('the language is detected', () => {
  test('the language is detected at the start and in the middle of a recording', () => {
    const turns = Array.from({ length: 20 }, (_, i) => turnOf(i * 10, i * 10 + 5));
    expect(sampleTurns(turns, 8)).toEqual([
      [0, 1],
      [10, 11],
    ]);
  });

  test('once if there is little speech, and never twice in the same words', () => {
    expect(sampleTurns([turnOf(0, 4)], 8)).toEqual([[0]]);
    expect(sampleTurns([turnOf(0, 9), turnOf(10, 11)], 8)).toEqual([[0]]);
    expect(sampleTurns([turnOf(0, 9), turnOf(10, 14)], 8)).toEqual([[0], [1]]);
  });

  test('the language is detected by a copy of the model that has only the first positions of its window', () => {
    const [width, positions] = [2, 5];
    const numbers = (...values: number[]) => Buffer.from(Int32Array.from(values).buffer);
    const name = 'encoder.positional_embedding';
    const vectors = Buffer.from(Float32Array.from({ length: width * positions }, (_, i) => i).buffer);
    const model = Buffer.concat([
      numbers(0x67676d6c, 100, positions, width),
      numbers(2, name.length, 0, width, positions),
      Buffer.from(name),
      vectors,
      Buffer.from('other tensors'),
    ]);
    expect(shortenWindow(model, 3)).toEqual(
      Buffer.concat([
        numbers(0x67676d6c, 100, 3, width),
        numbers(2, name.length, 0, width, 3),
        Buffer.from(name),
        vectors.subarray(0, 3 * width * 4),
        Buffer.from('other tensors'),
      ]),
    );
    expect(() => shortenWindow(model, 6)).toThrow('unknown layout');
    expect(() => shortenWindow(Buffer.alloc(100), 3)).toThrow('unknown layout');
  });
});
