import { expect, test } from 'vitest';
import type { Job } from '../../data/file.ts';
import type { ProjectFile } from '../../data/files.ts';
import { formatProgress } from '../../lib/format.ts';
import { nextSteps } from './file-menu.tsx';
import { describeStatus } from './file-status.tsx';

const file = { kind: 'video', status: 'ready', transcription_status: 'running', error: null } as ProjectFile;

test('a running transcription shows its progress, and why it waits for another attempt', () => {
  const job = { status: 'running', progress: 40, retry: null } as Job;
  expect(describeStatus(file, undefined, job)).toEqual({
    text: `Transcribing · ${formatProgress(40)}`,
    tone: 'working',
  });
  const message = 'Speech recognition was stopped because it made no progress: the machine may be busy.';
  const retry = { code: 'provider_unavailable', message, at: '2026-11-17T10:00:00.000Z' };
  expect(describeStatus(file, undefined, { ...job, retry })).toEqual({
    text: `Waiting for transcription · ${message}`,
    tone: 'working',
  });
});

test('a recording without speech is not a failure, and a failure says why', () => {
  const silent = { ...file, transcription_status: 'failed' } as ProjectFile;
  const error = { code: 'no_text', message: 'No speech or text was found in the file.' };
  expect(describeStatus(silent, undefined, { error } as Job)).toMatchObject({
    text: 'No speech found',
    tone: 'quiet',
  });
  const fake = { ...silent, kind: 'other', error: { code: 'not_media', message: 'It is damaged.' } };
  expect(describeStatus(fake as ProjectFile)).toEqual({
    text: 'Failed',
    tone: 'failed',
    reason: 'It is damaged.',
  });
});

test.each([
  [{ status: 'failed' }, ['Upload again', 'Delete']],
  [{ transcription_status: 'failed' }, ['Transcribe again', 'Delete']],
  [{ transcription_status: 'failed', kind: 'other' }, ['Upload again', 'Delete']],
])('offers the next step of a file that failed: %j', (change, names) => {
  expect(nextSteps({ ...file, ...change } as ProjectFile).map(({ name }) => name)).toEqual(names);
});
