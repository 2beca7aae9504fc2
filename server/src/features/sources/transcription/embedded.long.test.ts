import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { type Account, startParley, type TestParley, until } from '../../../../test/harness.ts';
import { makeMusic, makeRecording } from '../../../../test/media.ts';
import { sql } from '../../../platform/database/index.ts';

/** Eleven seconds of a speech from 1961, in the public domain. */
const speech = fileURLToPath(new URL('../../../../test/speech.ogg', import.meta.url));
const words =
  'and so my fellow americans ask not what your country can do for you ask what you can do for your country';
/** The machine may be busy. */
const timeoutMs = 400_000;

let parley: TestParley | undefined;
afterEach(async () => {
  await parley?.stop();
  parley = undefined;
});

async function transcribe(ada: Account, bytes?: Buffer, options: object | true = true) {
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes ?? (await readFile(speech)))]), 'speech.ogg');
  form.append('transcribe', JSON.stringify(options));
  const { body } = await ada.post(`/v1/projects/${project}/files`, form);
  const file = body.data.id as string;
  const job = await until(
    async () => {
      const found = (await ada.get(`/v1/jobs?project_id=${project}&type=transcription`)).body.data[0];
      return ['succeeded', 'failed'].includes(found?.status) && found;
    },
    'the transcription',
    timeoutMs,
  );
  return { file, job };
}

test('a recording is transcribed on this machine without configuration', { timeout: timeoutMs }, async ({
  skip,
}) => {
  parley = await startParley({ work: true });
  const ada = await parley.account();
  const { ai } = (await ada.get('/v1/workspace')).body.data;
  if (ai.transcription_provider === 'none' && !process.env.CI)
    skip('The speech models are not on this machine: run `npm run models`.');
  expect(ai).toMatchObject({ transcription_provider: 'embedded', sends_data_outside: false });

  const { file, job } = await transcribe(ada);
  expect(job).toMatchObject({ status: 'succeeded', progress: 100, credits_used: 1, error: null });
  expect(job.result).toMatchObject({ language: 'en', speaker_count: 1 });
  const { segments, time_basis } = (await ada.get(`/v1/files/${file}/transcript`)).body.data;
  expect(time_basis).toBe('media');
  const recognized: string[] = segments.flatMap(
    ({ text }: { text: string }) => text.toLowerCase().match(/[a-z]+/g) ?? [],
  );
  const missed = words.split(' ').filter((word) => !recognized.includes(word));
  expect(missed.length, `of the words, these were not recognized: ${missed.join(' ')}`).toBeLessThanOrEqual(
    3,
  );
  expect(recognized.length).toBeLessThanOrEqual(words.split(' ').length + 4);
  expect(segments[0].start_seconds).toBeLessThan(1.5);
  expect(segments.at(-1).end_seconds).toBeGreaterThan(9);
  expect(segments.at(-1).end_seconds).toBeLessThanOrEqual(11.1);
});

test('a recording without speech or in an unknown language fails with a reason, and its credit is refunded', {
  timeout: timeoutMs,
}, async ({ skip }) => {
  parley = await startParley({ work: true });
  const ada = await parley.account();
  const { ai } = (await ada.get('/v1/workspace')).body.data;
  if (ai.transcription_provider === 'none' && !process.env.CI)
    skip('The speech models are not on this machine: run `npm run models`.');
  const tone = await makeRecording('wav', { seconds: 20 });
  const silence = Buffer.from(tone).fill(0, 100);
  const ogg = await readFile(speech);
  const noSpeech = { code: 'no_text', message: 'No speech or text was found in the file.' };
  const unknown = {
    code: 'provider_refused',
    message: 'Speech recognition on this machine does not know the language gsw.',
  };
  for (const { bytes, options, error } of [
    { bytes: silence, error: noSpeech },
    { bytes: tone, error: noSpeech },
    { bytes: makeMusic(), error: noSpeech },
    { bytes: ogg, options: { language: 'gsw' }, error: unknown },
  ]) {
    const { file, job } = await transcribe(ada, bytes, options);
    expect(job).toMatchObject({ status: 'failed', attempts: 1, credits_used: 0, error });
    expect((await ada.get(`/v1/files/${file}/transcript`)).status).toBe(404);
  }
  // What can be decoded before the damage is transcribed.
  const { job } = await transcribe(ada, Buffer.from(ogg).fill(0xa5, Math.floor(ogg.length * 0.4)), {
    language: 'en',
  });
  expect(job).toMatchObject({ status: 'succeeded', credits_used: 1, error: null });
  expect(job.result.word_count).toBeGreaterThan(2);
  expect(job.result.word_count).toBeLessThan(12);
  const [row] = await parley.db.query<{ count: number }>(sql`select count(*) from transcription_steps`);
  expect(row?.count).toBe(0);
});

test('the job fails with the command to run if the models are missing, and its credit is refunded', async () => {
  parley = await startParley({ work: true, env: { PARLEY_MODELS_DIR: '/nonexistent' } });
  const ada = await parley.account();
  const { job } = await transcribe(ada);
  expect(job).toMatchObject({ status: 'failed', attempts: 1, credits_used: 0 });
  expect(job.error).toEqual({ code: 'not_configured', message: expect.stringContaining('`npm run models`') });
  expect((await ada.get('/v1/workspace')).body.data.ai).toMatchObject({
    transcription_provider: 'none',
    sends_data_outside: false,
  });
});
