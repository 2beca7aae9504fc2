import { expect, it } from 'vitest';
import type { File, Job } from '../../data/file.ts';
import type { UploadItem } from '../../data/uploads.ts';
import { describeQueue } from './describe-queue.ts';
import { describeUpload } from './upload-status.ts';

const item = (change: Partial<UploadItem>) => ({ size: 200, sentBytes: 50, ...change }) as UploadItem;
const file = (change: Partial<File>) =>
  ({ kind: 'video', status: 'ready', transcription_status: 'none', ...change }) as File;

it.each([
  [item({ state: 'sending' }), undefined, undefined, 'Uploading · 25% · 50 B of 200 B', 25],
  [item({ state: 'paused' }), undefined, undefined, 'Paused · 50 B of 200 B', 25],
  [item({ state: 'cut' }), undefined, undefined, 'Interrupted at 25%. Choose the same file to continue.', 25],
  [item({ state: 'failed', problem: 'Too large.' }), undefined, undefined, 'Too large.', undefined],
  [item({ state: 'sent' }), undefined, undefined, 'Uploaded · processing', null],
  [item({ state: 'sent' }), file({ status: 'processing' }), undefined, 'Uploaded · processing', null],
  [
    item({ state: 'sent' }),
    file({ transcription_status: 'queued' }),
    undefined,
    'Waiting for transcription',
    null,
  ],
  [
    item({ state: 'sent' }),
    file({ transcription_status: 'running' }),
    { status: 'running', progress: 40 } as Job,
    'Transcribing · 40%',
    40,
  ],
  [
    item({ state: 'sent' }),
    file({ transcription_status: 'completed' }),
    undefined,
    'Uploaded and transcribed',
    undefined,
  ],
  [
    item({ state: 'sent' }),
    file({ kind: 'document', transcription_status: 'running' }),
    { status: 'running', progress: 40 } as Job,
    'Reading the text · 40%',
    40,
  ],
  [
    item({ state: 'sent' }),
    file({ kind: 'pdf', transcription_status: 'completed' }),
    undefined,
    'Uploaded and ready',
    undefined,
  ],
  [item({ state: 'sent' }), file({}), undefined, 'Uploaded', undefined],
  [
    item({ state: 'sent' }),
    file({ status: 'failed', error: { code: 'damaged', message: 'The file is damaged.' } }),
    undefined,
    'The file is damaged.',
    undefined,
  ],
  [
    item({ state: 'sent' }),
    file({ transcription_status: 'failed' }),
    { error: { code: 'no_speech', message: 'There is no speech.' } } as Job,
    'There is no speech.',
    undefined,
  ],
])('describes an upload: %#', (upload, record, job, text, progress) => {
  const status = describeUpload(upload, record, job);
  expect(status.text).toBe(text);
  expect(status.progress).toBe(progress);
});

it('sums up the queue in one line', () => {
  const queue = [
    item({ state: 'sending' }),
    item({ state: 'waiting', sentBytes: 0 }),
    item({ state: 'cut' }),
  ];
  expect(describeQueue(queue, true)).toBe('Uploading 2 files · 12% · 1 upload interrupted');
  expect(describeQueue(queue, false)).toBe('Uploading 2 files · 1 upload interrupted');
  expect(describeQueue([item({ state: 'sent', sentBytes: 200 })], true)).toBe('1 file uploaded');
});
