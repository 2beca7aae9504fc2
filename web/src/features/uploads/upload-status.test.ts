import { expect, it } from 'vitest';
import type { File, Job } from '../../data/file.ts';
import type { UploadItem } from '../../data/uploads.ts';
import { describeQueue, sortUploads } from './describe-queue.ts';
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
    file({
      kind: 'other',
      transcription_status: 'failed',
      error: { code: 'not_media', message: 'This is not a playable video. The file may be damaged.' },
    }),
    undefined,
    'This is not a playable video. The file may be damaged.',
    undefined,
  ],
  [
    item({ state: 'sent' }),
    file({ transcription_status: 'failed' }),
    { error: { code: 'provider_unavailable', message: 'The server is down.' } } as Job,
    'The server is down.',
    undefined,
  ],
  [
    item({ state: 'sent' }),
    file({ transcription_status: 'failed' }),
    { error: { code: 'no_text', message: 'No speech or text was found in the file.' } } as Job,
    'Uploaded. No speech was found.',
    undefined,
  ],
])('describes an upload: %#', (upload, record, job, text, progress) => {
  const status = describeUpload(upload, record, job);
  expect(status.text).toBe(text);
  expect(status.progress).toBe(progress);
});

const described = (change: Partial<UploadItem>, record?: File, job?: Job) => ({
  item: item(change),
  status: describeUpload(item(change), record, job),
});
const damaged = file({ status: 'failed' });

it('sums up the queue in one line', () => {
  const queue = [
    described({ state: 'sending' }),
    described({ state: 'waiting', sentBytes: 0 }),
    described({ state: 'cut' }),
  ];
  expect(describeQueue(queue, true)).toBe('Uploading 2 files · 12% · 1 upload interrupted');
  expect(describeQueue(queue, false)).toBe('Uploading 2 files · 1 upload interrupted');
  expect(describeQueue([described({ state: 'sent', sentBytes: 200 })], true)).toBe('1 file uploaded');
});

it('counts a file that arrived but can’t be used as failed', () => {
  const queue = [
    described({ state: 'failed' }),
    described({ state: 'sent' }, damaged),
    described({ state: 'sent' }, file({ transcription_status: 'failed' })),
    described({ state: 'sent' }, file({})),
  ];
  expect(describeQueue(queue, true)).toBe('3 failed');
});

it('lists running uploads first, then those that need the user, and finished ones last', () => {
  const queue = [
    described({ name: 'finished', state: 'sent' }, file({})),
    described({ name: 'processed', state: 'sent' }, file({ status: 'processing' })),
    described({ name: 'waiting', state: 'waiting' }),
    described({ name: 'damaged', state: 'sent' }, damaged),
    described({ name: 'asking', state: 'asking' }),
    described({ name: 'running', state: 'sending' }),
  ];
  expect(sortUploads(queue).map(({ item: { name } }) => name)).toEqual([
    'running',
    'asking',
    'damaged',
    'waiting',
    'processed',
    'finished',
  ]);
});
