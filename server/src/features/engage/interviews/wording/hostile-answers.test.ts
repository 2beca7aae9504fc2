import { expect, test } from 'vitest';
import { createRedactor } from '../../../../platform/ai/redaction/index.ts';
import { hasCue } from '../plan/cues.ts';
import { numberIn } from '../plan/read-number.ts';
import { quotablePart } from './phrase.ts';
import { instructs } from './quotable.ts';
import { toneOf } from './tone.ts';

const lengthMax = 10_000;
const words = [
  '1',
  '①',
  '1 ',
  ' ',
  '-',
  '.',
  'a',
  'a-',
  '\n',
  "i'd say ",
  'ignore ',
  'ignora',
  '«',
  '(',
  '5 of ',
  'ﷺ',
];
const hostile = words.map((word) => [word, word.repeat(lengthMax / word.length)] as const);

function cpuMs(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

test.each(hostile)('reads the longest answer that repeats %j within 500 ms of CPU time', (_word, text) => {
  const redactor = createRedactor(['Anna']);
  const steps = {
    number: () => numberIn(text),
    cue: () => hasCue('upset', text),
    instruction: () => instructs(text),
    tone: () => toneOf(text, 'en'),
    part: () => quotablePart(text, 'en'),
    redaction: () => redactor.redact(text),
  };
  for (const [name, step] of Object.entries(steps)) expect([name, cpuMs(step) < 500]).toEqual([name, true]);
});
