import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, startParley, type TestParley, until } from '../../../../test/harness.ts';

let parley: TestParley;
let ada: Account;
let project: string;
beforeAll(async () => {
  parley = await startParley({ work: true });
  ada = await parley.account();
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});
afterAll(() => parley.stop());

const cue = '00:00:01.000 --> 00:00:02.000\n';

test.each([
  [
    'a cue that ends before it starts',
    `WEBVTT\n\n${cue}a\n\n00:00:05.000 --> 00:00:01.000\nb\n`,
    'The subtitles cannot be read. Cue 2 ends before it starts.',
  ],
  [
    'too many cues',
    `WEBVTT\n\n${`${cue}a\n\n`.repeat(50_001)}`,
    'The subtitles cannot be read. The text contains more than 50000 cues.',
  ],
  [
    'too many speakers in one cue',
    `WEBVTT\n\n${cue}${'<v A>x'.repeat(50_001)}\n`,
    'The subtitles cannot be read. The text contains more than 50000 cues.',
  ],
])('the transcription of subtitles with %s fails at once and says why', async (_, content, message) => {
  const form = new FormData();
  form.append('file', new Blob([content]), 'call.vtt');
  const uploaded = await ada.request('POST', `/v1/projects/${project}/files`, { body: form });
  const fileId = uploaded.body.data.id;
  await until(
    async () => (await ada.get(`/v1/files/${fileId}`)).body.data.status === 'ready',
    'the file to be ready',
  );
  const job = (await ada.post(`/v1/files/${fileId}/transcribe`)).body.data;
  const tried = await until(async () => {
    const { data } = (await ada.get(`/v1/jobs/${job.id}`)).body;
    return (data.status === 'failed' || data.retry) && data;
  }, 'the first attempt to fail');
  expect(tried).toMatchObject({ status: 'failed', error: { code: 'unreadable', message } });
});
