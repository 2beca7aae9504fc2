import { expect, test } from 'vitest';
import type { Job } from '../../data/file.ts';
import type { ProjectFile } from '../../data/files.ts';
import { formatProgress } from '../../lib/format.ts';
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
