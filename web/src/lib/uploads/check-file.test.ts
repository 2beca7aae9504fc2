import { expect, it } from 'vitest';
import { checkFile } from './check-file.ts';
import { cleanName } from './item.ts';

const GB = 1024 ** 3;

it.each([
  ['Interview.MP4', 19 * GB, 'video/mp4', undefined],
  ['Interview.mp4', 21 * GB, 'video/mp4', /at most 20 GB; this one has 21 GB/],
  ['notes.docx', 1000, '', undefined],
  ['paper.pdf', 0.3 * GB, 'application/pdf', /A PDF can have at most 205 MB/],
  ['empty.txt', 0, 'text/plain', /0 bytes/],
  ['setup.exe', 10, 'application/x-msdownload', /can’t play or transcribe/],
  ['no-ending', 10, '', /can’t play or transcribe/],
  ['code.rb', 10, 'text/x-ruby', undefined],
])('checks %s with %d bytes', (name, size, type, expected) => {
  const fault = checkFile({ name, size, type });
  if (expected) expect(fault?.message).toMatch(expected);
  else expect(fault).toBeUndefined();
});

it('keeps the ending of a name that is too long', () => {
  const name = cleanName(`${'😀'.repeat(300)}.mp4`);
  expect([...name]).toHaveLength(255);
  expect(name.endsWith('😀.mp4')).toBe(true);
  expect(cleanName('a\u0000b\n.txt')).toBe('ab.txt');
  expect(cleanName('a\u202Egpj\u2066\u2069.exe')).toBe('agpj.exe');
  expect(cleanName(' ')).toBe('file');
});
