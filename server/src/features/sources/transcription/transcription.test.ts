import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { makeRecording } from '../../../../test/media.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

let project: string;
let provider: Server;
let providerUrl: string;
let answer: (body: string) => { status: number; body: string } | undefined;
const silent: ServerResponse[] = [];
const asked: string[] = [];

beforeAll(async () => {
  provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1');
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}\n${body}`);
      const given = answer(body);
      if (given)
        response
          .writeHead(given.status, { 'content-type': 'application/json', 'retry-after': '0' })
          .end(given.body);
      else silent.push(response);
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});
afterAll(() => provider.close());
const parley = useParley(() => ({
  clock: createTestClock(),
  work: true,
  env: {
    TRANSCRIBE_BASE_URL: providerUrl,
    TRANSCRIBE_API_KEY: 'k',
    TRANSCRIBE_MODEL: 'm',
    TRANSCRIBE_PRICE: '0.06',
  },
}));
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const ended = (jobId: string, who = ada) =>
  until(async () => {
    const { body } = await who.get(`/v1/jobs/${jobId}`);
    return ['succeeded', 'failed'].includes(body.data.status) && body.data;
  }, `job ${jobId} to end`);

async function newFile(body: object, who = ada, projectId = project) {
  const created = await who.post(`/v1/projects/${projectId}/files`, body);
  expect(created.status).toBe(201);
  return until(async () => {
    const { body } = await who.get(`/v1/files/${created.body.data.id}`);
    return ['ready', 'failed'].includes(body.data.status) && body.data;
  }, 'the file');
}

function recording(bytes: Buffer, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'talk.wav');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe('a document', () => {
  test('transcribes a document by paragraph, with times at reading pace, and its event has neither segments nor signed URLs', async () => {
    const words = (n: number) => Array.from({ length: n }, (_, i) => `word${i}`).join(' ');
    const file = await newFile({ name: 'Notes.md', text: `${words(75)}\n\n${words(150)}.` });
    const accepted = await ada.post(`/v1/files/${file.id}/transcribe`);
    expect(accepted.status).toBe(202);
    expect(accepted.body.data).toMatchObject({
      type: 'transcription',
      status: 'queued',
      file_id: file.id,
      credits_used: 0,
    });
    const job = await ended(accepted.body.data.id);
    expect(job).toMatchObject({ status: 'succeeded', progress: 100, attempts: 1, error: null });
    expect(job.result).toMatchObject({ file_id: file.id, speaker_count: 1, word_count: 225 });
    const transcript = (await ada.get(`/v1/files/${file.id}/transcript`)).body.data;
    expect(transcript).toMatchObject({ time_basis: 'estimated', revision: 1 });
    expect(transcript.segments[0]).toMatchObject({ start_seconds: 0, end_seconds: 30, page: 1 });
    expect(transcript.segments.at(-1).end_seconds).toBeCloseTo(90, 1);

    const { body } = await ada.get(`/v1/events?type=file.transcribed&project_id=${project}`);
    const event = body.data.find((e: { data: { id: string } }) => e.data.id === file.id);
    expect(event.data).toMatchObject({
      transcription_status: 'completed',
      transcription_job_id: job.id,
      transcription: { segment_count: job.result.segment_count, word_count: 225 },
    });
    for (const absent of ['segments', 'download_url', 'thumbnail_url', 'upload'])
      expect(event.data).not.toHaveProperty(absent);
  });

  test('a document with speaker names at the start of its lines has these speakers', async () => {
    const file = await newFile({
      name: 'Talk.txt',
      text: 'Interviewer: And then?\nAda: I gave up.\nInterviewer: Why?',
      transcribe: true,
    });
    await ended(file.transcription_job_id);
    const { speakers, segments } = (await ada.get(`/v1/files/${file.id}/transcript`)).body.data;
    expect(speakers.map((s: { label: string }) => s.label)).toEqual(['Interviewer', 'Ada']);
    expect(segments[1]).toMatchObject({ speaker: 'Ada', text: 'I gave up.' });
  });

  test('transcribes a document that has a transcript again only with overwrite', async () => {
    const file = await newFile({ name: 'a.txt', text: 'Some words.', transcribe: true });
    await ended(file.transcription_job_id);
    const refused = await ada.post(`/v1/files/${file.id}/transcribe`, {});
    expect(refused.body.error.details[0].field).toBe('overwrite');
    const again = await ada.post(`/v1/files/${file.id}/transcribe`, { overwrite: true, language: 'de' });
    await ended(again.body.data.id);
    expect((await ada.get(`/v1/files/${file.id}/transcript`)).body.data).toMatchObject({
      revision: 2,
      language: 'de',
    });
  });

  test('returns 422 for a document that is not ready or has no text', async () => {
    const { body } = await ada.post(`/v1/projects/${project}/files`, { name: 'x', size_bytes: 10 });
    expect((await ada.post(`/v1/files/${body.data.id}/transcribe`)).status).toBe(422);
    const other = await newFile(recording(Buffer.from('\u0000\u0001\u0002binary')));
    expect(other.kind).toBe('other');
    expect((await ada.post(`/v1/files/${other.id}/transcribe`)).status).toBe(422);
  });

  test('returns one error detail for a document that cannot be transcribed, and none about overwrite', async () => {
    const segments = [{ start_seconds: 0, end_seconds: 1, text: 'Said elsewhere.' }];
    const other = await newFile(recording(Buffer.from('\u0000\u0001\u0002binary')));
    expect((await ada.put(`/v1/files/${other.id}/transcript`, { segments })).status).toBe(200);
    const waiting = await ada.post(`/v1/projects/${project}/files`, { name: 'x', size_bytes: 10 });
    await ada.put(`/v1/files/${waiting.body.data.id}/transcript`, { segments });
    for (const { id } of [other, waiting.body.data]) {
      const refused = await ada.post(`/v1/files/${id}/transcribe`);
      expect(refused.status).toBe(422);
      expect(refused.body.error.details.map((row: { field: string }) => row.field)).toEqual(['file_id']);
    }
  });
});

describe('a recording', () => {
  test('sends a recording as 16 kHz audio, and the response becomes the transcript', async () => {
    answer = () => ({
      status: 200,
      body: JSON.stringify({
        language: 'english',
        segments: [
          {
            start: 0,
            end: 1.2,
            text: ' Hello there.',
            avg_logprob: -0.1,
            words: [
              { word: ' Hello', start: 0, end: 0.5 },
              { word: ' there.', start: 0.6, end: 1.1 },
              null,
              { word: 7 },
            ],
          },
          { start: 1.1, end: 2, text: ' Good day.', avg_logprob: -0.2 },
          { start: 2, end: 2, text: ' nothing' },
        ],
      }),
    });
    const file = await newFile(
      recording(await makeRecording('wav', { seconds: 2 }), { transcribe: '{"vocabulary":["Parley"]}' }),
    );
    const job = await ended(file.transcription_job_id);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { language: 'en', segment_count: 2, word_count: 4 },
      usage: { provider: 'openai-compatible', model: 'm', audio_seconds: 2, cost_usd: 0.002 },
    });
    expect(asked.at(-1)).toMatch(/^POST \/v1\/audio\/transcriptions Bearer k\n/);
    expect(asked.at(-1)).toContain('name="prompt"\r\n\r\nParley');
    expect(asked.at(-1)).toContain('WAVEfmt');
    const { segments } = (await ada.get(`/v1/files/${file.id}/transcript`)).body.data;
    expect(segments).toMatchObject([
      { start_seconds: 0, end_seconds: 1.1, text: 'Hello there.', speaker: 'Speaker 1' },
      { start_seconds: 1.1, end_seconds: 2, text: 'Good day.' },
    ]);
    expect((await ada.get(`/v1/files/${file.id}`)).body.data).toMatchObject({
      language: 'en',
      transcription_status: 'completed',
    });
    // Word times exist if the server sent them, as long as the text is not edited.
    const words = async () =>
      (await ada.get(`/v1/files/${file.id}/transcript?words=true`)).body.data.segments.map(
        (segment: { words?: object[] }) => segment.words,
      );
    const recognized = [
      { text: 'Hello', start_seconds: 0, end_seconds: 0.5, start_character: 0 },
      { text: 'there.', start_seconds: 0.6, end_seconds: 1.1, start_character: 6 },
    ];
    expect(segments[0].words).toBeUndefined();
    expect(await words()).toEqual([recognized, undefined]);
    const path = `/v1/files/${file.id}/transcript`;
    await ada.patch(`${path}/segments/${segments[0].id}`, { text: 'Hello you.' });
    expect(await words()).toEqual([undefined, undefined]);
    await ada.post(`${path}/revert`, { revision: 1 });
    expect(await words()).toEqual([recognized, undefined]);
  });

  test('gets the names of its speakers, which are stored with the upload', async () => {
    answer = () => ({
      status: 200,
      body: JSON.stringify({
        language: 'english',
        segments: [
          { start: 0, end: 1, text: ' Hello there.', speaker: 'B' },
          { start: 1, end: 2, text: ' Good day.', speaker: 'A' },
        ],
      }),
    });
    const options = { speakers_expected: 2, speaker_names: ['Dr. Ada', 'Ben'] };
    const file = await newFile(
      recording(await makeRecording('wav', { seconds: 2 }), { transcribe: JSON.stringify(options) }),
    );
    expect((await ended(file.transcription_job_id)).status).toBe('succeeded');
    const { segments, speakers } = (await ada.get(`/v1/files/${file.id}/transcript`)).body.data;
    expect(segments).toMatchObject([{ speaker: 'Dr. Ada' }, { speaker: 'Ben' }]);
    expect(speakers).toMatchObject([{ label: 'Dr. Ada' }, { label: 'Ben' }]);
  });

  test.each([[['Ada', 'Ada']], [['']], [[' ']], [Array.from({ length: 21 }, (_, i) => `P${i}`)]])(
    'a recording with the speaker names %j returns 422',
    async (speaker_names) => {
      const { status, body } = await ada.post(`/v1/projects/${project}/files`, {
        name: 'talk.wav',
        size_bytes: 10,
        transcribe: { speaker_names },
      });
      expect(status).toBe(422);
      expect(body.error.code).toBe('validation_failed');
    },
  );

  test('whose provider is down or returns invalid data fails after three attempts with an error, and its credit is refunded', async () => {
    const frugal = await parley.account({ plan: 'plus' });
    const own = (await frugal.post('/v1/projects', { name: 'x' })).body.data.id;
    const file = await newFile(recording(await makeRecording('wav', { seconds: 1 })), frugal, own);
    answer = () => ({ status: 503, body: 'no' });
    const first = await frugal.post(`/v1/files/${file.id}/transcribe`);
    const waiting = await until(async () => {
      const { body } = await frugal.get(`/v1/jobs/${first.body.data.id}`);
      return body.data.retry && body.data;
    }, 'the job to wait for another attempt');
    expect(waiting).toMatchObject({
      status: 'running',
      error: null,
      retry: {
        code: 'provider_unavailable',
        message: expect.stringContaining('transcription'),
        at: expect.any(String),
      },
    });
    const down = await ended(first.body.data.id, frugal);
    expect(down).toMatchObject({
      status: 'failed',
      attempts: 3,
      retry: null,
      credits_used: 0,
      error: { code: 'provider_unavailable' },
    });
    answer = () => ({ status: 400, body: '{}' });
    const second = await frugal.post(`/v1/files/${file.id}/transcribe`);
    expect(await ended(second.body.data.id, frugal)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code: 'provider_refused' },
    });
    expect((await frugal.get('/v1/usage')).body.data.credits.transcription_minutes.used).toBe(0);
    expect((await frugal.get(`/v1/files/${file.id}`)).body.data.transcription_status).toBe('failed');
  });
});

describe('a job', () => {
  test('ends a job that is canceled while it runs at once, refunds its credit and writes nothing', async () => {
    const file = await newFile(recording(await makeRecording('wav', { seconds: 1 })));
    const asked = new Promise<void>((resolve) => {
      answer = () => {
        resolve();
        return undefined;
      };
    });
    const { body } = await ada.post(`/v1/files/${file.id}/transcribe`);
    await asked;
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    expect((await colleague.post(`/v1/jobs/${body.data.id}/cancel`)).status).toBe(403);
    // Members of a shared project can read the job; only its creator and the project owner can cancel it (spec §6.2).
    await ada.patch(`/v1/projects/${file.project_id}`, { visibility: 'workspace' });
    expect((await colleague.get(`/v1/files/${file.id}`)).status).toBe(200);
    expect((await colleague.get(`/v1/jobs/${body.data.id}`)).status).toBe(200);
    expect((await colleague.post(`/v1/jobs/${body.data.id}/cancel`)).status).toBe(403);
    await ada.patch(`/v1/projects/${file.project_id}`, { visibility: 'private' });
    expect((await ada.get(`/v1/jobs/${body.data.id}`)).body.data.status).toBe('running');
    const canceled = await ada.post(`/v1/jobs/${body.data.id}/cancel`);
    expect(canceled.status).toBe(200);
    expect(canceled.body.data).toMatchObject({
      status: 'failed',
      error: { code: 'canceled' },
      credits_used: 0,
    });
    expect((await ada.get(`/v1/files/${file.id}`)).body.data.transcription_status).toBe('failed');
    expect((await ada.post(`/v1/jobs/${body.data.id}/cancel`)).status).toBe(422);
    for (const waiting of silent.splice(0)) waiting.end('{"text":"too late"}');
    answer = () => ({ status: 200, body: '{"text":"a new try"}' });
    const again = await ada.post(`/v1/files/${file.id}/transcribe`);
    await ended(again.body.data.id);
    const { segments } = (await ada.get(`/v1/files/${file.id}/transcript`)).body.data;
    expect(segments.map(({ text }: { text: string }) => text)).toEqual(['a new try']);
  });

  test('reads a document while a recording is being transcribed', async () => {
    const talk = await newFile(recording(await makeRecording('wav', { seconds: 1 })));
    const notes = await newFile({ name: 'Notes.md', text: 'One line only.' });
    answer = () => undefined;
    const slow = await ada.post(`/v1/files/${talk.id}/transcribe`);
    await until(() => silent.length > 0, 'the request of the recording');
    const brief = await ada.post(`/v1/files/${notes.id}/transcribe`);
    expect((await ended(brief.body.data.id)).status).toBe('succeeded');
    expect((await ada.get(`/v1/jobs/${slow.body.data.id}`)).body.data.status).toBe('running');
    await ada.post(`/v1/jobs/${slow.body.data.id}/cancel`);
    for (const waiting of silent.splice(0)) waiting.end('{"text":"too late"}');
  });

  test('does not replace a transcript that a person writes while it runs, unless it may overwrite', async () => {
    const file = await newFile(recording(await makeRecording('wav', { seconds: 1 })));
    const url = `/v1/files/${file.id}/transcript` as const;
    const written = { segments: [{ start_seconds: 0, end_seconds: 1, speaker: 'Ada', text: 'By hand' }] };
    answer = () => undefined;
    const run = async (body: object, whileRunning: () => Promise<void>) => {
      const { id } = (await ada.post(`/v1/files/${file.id}/transcribe`, body)).body.data;
      const waiting = await until(() => silent.pop(), 'the provider to be asked');
      await whileRunning();
      waiting.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"by machine"}');
      return ended(id);
    };
    const textsNow = async () =>
      (await ada.get(url)).body.data.segments.map(({ text }: { text: string }) => text);

    const refused = await run({}, async () => {
      expect((await ada.put(url, written)).status).toBe(200);
    });
    expect(refused).toMatchObject({ status: 'failed', credits_used: 0, error: { code: 'conflict' } });
    expect(await textsNow()).toEqual(['By hand']);

    const { revision, segments } = (await ada.get(url)).body.data;
    const replaced = await run({ overwrite: true }, async () => {
      const edit = { text: 'By hand, edited', expected_version: segments[0].version };
      expect((await ada.patch(`${url}/segments/${segments[0].id}`, edit)).status).toBe(200);
    });
    expect(replaced).toMatchObject({ status: 'succeeded', error: null });
    expect(await textsNow()).toEqual(['by machine']);
    const restored = await ada.post(`${url}/revert`, { revision: revision + 1 });
    expect(restored.status).toBe(200);
    expect(await textsNow()).toEqual(['By hand, edited']);
  });

  test('fails a job of a deleted project, and its creator can still read it', async () => {
    const own = (await ada.post('/v1/projects', { name: 'Going' })).body.data.id;
    const file = await newFile(recording(await makeRecording('wav', { seconds: 1 })), ada, own);
    const asked = new Promise<void>((resolve) => {
      answer = () => {
        resolve();
        return undefined;
      };
    });
    const job = await ada.post(`/v1/files/${file.id}/transcribe`);
    await asked;
    await ada.delete(`/v1/projects/${own}`);
    expect(await ended(job.body.data.id)).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
    for (const waiting of silent.splice(0)) waiting.end('{}');
  });

  test('a job can be filtered by type, status and project', async () => {
    const list = async (query: string) => (await ada.get(`/v1/jobs?${query}`)).body.data;
    expect((await list(`project_id=${project}&type=transcription&status=succeeded`)).length).toBeGreaterThan(
      0,
    );
    expect(await list('type=report')).toEqual([]);
    expect((await ada.get('/v1/jobs?type=nothing')).status).toBe(422);
  });
});
