import { expect, it } from 'vitest';
import type { ProjectFile } from '../../data/files.ts';
import { describeResult } from './describe-result.ts';

const file = (name: string) => ({ name }) as ProjectFile;
const refused = (name: string) => ({ file: file(name), reason: 'This file is in use.' });

it.each([
  [[file('a')], [], '“a” moved.'],
  [[file('a'), file('b')], [], '2 files moved.'],
  [[], [refused('c')], '“c”: This file is in use.'],
  [[file('a')], [refused('c')], '1 of 2 files moved. “c”: This file is in use.'],
  [
    [file('a')],
    [refused('c'), refused('d')],
    '1 of 3 files moved. “c”: This file is in use. 1 more file not moved.',
  ],
])('says what happened: %#', (done, failed, text) => {
  expect(describeResult({ done, failed }, 'moved')).toBe(text);
});
