import { expect, it } from 'vitest';
import { kindName } from './file-kinds.tsx';

it.each([
  ['talk.vtt', 'document', 'Transcript'],
  ['Talk.SRT', 'document', 'Transcript'],
  ['notes.txt', 'document', 'Document'],
  ['talk.vtt', 'video', 'Video'],
  ['guide.pdf', 'pdf', 'PDF'],
] as const)('calls %s of the kind %s "%s"', (name, kind, expected) => {
  expect(kindName({ name, kind })).toBe(expected);
});
