import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { findTools } from '../../server/src/platform/media/find-tools.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

/** Eleven seconds of a speech from 1961. */
const speech = fileURLToPath(new URL('../../server/test/speech.ogg', import.meta.url));
/** Speech recognition has low priority and gets little processor time next to other work. */
const timeoutMs = 280_000;

let fixture: DeliveryFixture;
let folder: string;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
  folder = await mkdtemp(path.join(tmpdir(), 'parley-transcription-'));
});
afterEach(() => fixture.killServers());
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

/** The speech several times in a row: enough for several steps of recognition. */
async function repeatSpeech(times: number): Promise<Buffer> {
  const output = path.join(folder, 'long.ogg');
  const { ffmpeg } = await findTools({ cacheDir: folder });
  const inputs = Array.from({ length: times }, () => ['-i', speech]).flat();
  const filter = ['-filter_complex', `concat=n=${times}:v=0:a=1`];
  await promisify(execFile)(ffmpeg, ['-y', '-v', 'error', ...inputs, ...filter, output], { timeout: 60_000 });
  return readFile(output);
}

interface Job {
  id: string;
  status: string;
  attempts: number;
  credits_used: number;
  error: { message: string } | null;
}

/** A process that takes requests but does no background work, and a recording that waits for a worker. */
async function queueTranscription() {
  const { account } = fixture;
  const env = { DATA_DIR: path.join(folder, 'data') };
  const api = await fixture.start('api', env);
  const send = async <T>(method: string, path: string, body?: FormData): Promise<T> => {
    const headers = { authorization: `Bearer ${account.key}` };
    const response = await fetch(api.url + path, { method, headers, body });
    return ((await response.json()) as { data: T }).data;
  };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await repeatSpeech(10))]), 'long.ogg');
  form.append('transcribe', '{"language":"en"}');
  const file = await send<{ id: string }>('POST', `/v1/projects/${account.project_id}/files`, form);
  const steps = () =>
    fixture.postgres.db.query<{ number: number; kind: string }>(
      sql`select number, step ->> 'kind' as kind from transcription_steps order by number`,
    );
  return { send, file, steps, startWorker: () => fixture.start('worker', env) };
}

/** Whether the process has a child that recognizes speech. */
async function recognizesSpeech(pid: number): Promise<boolean> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const commands = children
    .split(' ')
    .filter(Boolean)
    .map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(commands)).some((command) => command.includes('speech-process'));
}

test('a transcription that is canceled in another process stops its speech process within two seconds', {
  timeout: timeoutMs,
}, async () => {
  const { send, file, steps, startWorker } = await queueTranscription();
  const worker = await startWorker();
  await until(async () => (await steps()).length > 0, 'the speech process to find the turns', timeoutMs);
  expect(await recognizesSpeech(worker.pid)).toBe(true);
  const [job] = await send<Job[]>('GET', `/v1/jobs?file_id=${file.id}`);
  const canceled = await send<Job>('POST', `/v1/jobs/${job?.id}/cancel`);
  const canceledAt = performance.now();
  expect(canceled).toMatchObject({ status: 'failed', credits_used: 0 });
  await until(async () => !(await recognizesSpeech(worker.pid)), 'the speech process to end');
  const elapsedMs = performance.now() - canceledAt;
  logResult('canceled while recognizing', { 'milliseconds until its process ended': Math.round(elapsedMs) });
  expect(elapsedMs).toBeLessThan(2_000);
  expect(await steps()).toEqual([]);
});

test('a transcription whose worker is killed continues after its last finished step and ends once', {
  timeout: 2 * timeoutMs,
}, async () => {
  const { postgres } = fixture;
  const { send, file, steps, startWorker } = await queueTranscription();
  const worker = await startWorker();
  await until(
    async () => (await steps()).some(({ kind }) => kind === 'speech'),
    'a finished step',
    timeoutMs,
  );
  await worker.stop('SIGKILL');
  const atKill = await steps();
  // Words that no engine recognizes in this recording: if they are in the transcript, the step was not repeated.
  const recognized = 'Recognized before the crash.';
  await postgres.db.query(sql`
    update transcription_steps set step = jsonb_set(step, '{segments,0,text}', ${JSON.stringify(recognized)}::jsonb)
     where number = (select min(number) from transcription_steps where step ->> 'kind' = 'speech')`);

  await startWorker();
  const job = await until(
    async () => {
      const [found] = await send<Job[]>('GET', `/v1/jobs?file_id=${file.id}`);
      return found && ['succeeded', 'failed'].includes(found.status) && found;
    },
    'the job to end',
    timeoutMs,
  );
  expect(job).toMatchObject({ status: 'succeeded', attempts: 2, credits_used: 2, error: null });
  const { segments, revision } = await send<{
    revision: number;
    segments: { text: string; start_seconds: number; end_seconds: number }[];
  }>('GET', `/v1/files/${file.id}/transcript`);
  expect(revision).toBe(1);
  expect(segments.filter(({ text }) => text === recognized)).toHaveLength(1);
  expect(segments[0]?.text).toBe(recognized);
  // Nothing is missing and nothing is there twice: about every eleven seconds the speech starts again.
  const starts = segments.filter(({ text }) => /^(and so|and,? so)/i.test(text)).map((s) => s.start_seconds);
  const gaps = [0, ...starts].map((at, i, all) => (all[i + 1] ?? 110) - at);
  expect(Math.max(...gaps), `the speech starts at ${starts.join(', ')}`).toBeLessThan(25);
  expect(Math.min(...gaps.slice(1, -1))).toBeGreaterThan(8);

  const [counts] = await postgres.db.query<Record<string, number>>(sql`
    select (select count(*)::integer from events where type = 'file.transcribed') as events,
      (select count(*)::integer from transcripts) as transcripts,
      (select count(*)::integer from transcription_steps) as steps,
      (select count(*)::integer from tasks where kind = 'job.transcription') as tasks`);
  logResult('killed while recognizing', { 'steps at the kill': atKill.length, segments: segments.length });
  expect(counts).toEqual({ events: 1, transcripts: 1, steps: 0, tasks: 0 });
});
