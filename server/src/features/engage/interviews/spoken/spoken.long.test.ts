import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../test/harness.ts';
import { type ModelServer, startModelServer } from '../../../../../test/model-server.ts';
import { openLink, type ParticipantClient, publishTest } from '../../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';
import { sql } from '../../../../platform/database/index.ts';

let engine: ModelServer;
let project: string;
const speech = await readFile(new URL('../../../../../test/speech.ogg', import.meta.url));

beforeAll(async () => {
  engine = await startModelServer();
});
afterAll(() => engine.close());
const parley = useParley(() => ({
  work: true,
  env: { TRANSCRIBE_BASE_URL: `${engine.url}/v1`, TRANSCRIBE_API_KEY: 'k', TRANSCRIBE_MODEL: 'm' },
}));
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

async function begin(type = 'ai_interview'): Promise<ParticipantClient> {
  const made = await publishTest(ada, project, {
    type,
    questions: [{ type: 'open', text: 'How do you plan?', required: true }],
  });
  const link = openLink(parley, made.share_url);
  if (type !== 'ai_interview') return link.start();
  return openLink(parley, (await link.post('/interview', {})).body.data.token);
}

async function append(
  client: ParticipantClient,
  bytes: Uint8Array,
  { recording = 'recording-1', offset = 0, type = 'audio/ogg' } = {},
) {
  const query = new URLSearchParams({ recording, offset: String(offset) });
  const response = await fetch(`${parley.url}/p/v1/spoken/parts?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': type },
    body: new Uint8Array(bytes),
  });
  const body = (await response.json()) as { data: { status: string; text: string | null; received: number } };
  return { status: response.status, body };
}
const complete = (client: ParticipantClient, recording = 'recording-1') =>
  client.post('/spoken/complete', { recording });
const read = (client: ParticipantClient, recording = 'recording-1') =>
  client.get(`/spoken?recording=${recording}`);
const spoken = (client: ParticipantClient, recording = 'recording-1') =>
  until(async () => {
    const { body } = await read(client, recording);
    return body.data?.status !== 'queued' && body.data;
  }, 'the recording to be transcribed');
const left = () =>
  parley.db.query(
    sql`select 1 from spoken_parts union all select 1 from spoken_answers where status = 'queued'`,
  );
const said = 'I plan with a calendar on the wall of our kitchen.';
const hears = (text: string | undefined) => {
  engine.answer = () => ({
    body: { language: 'en', segments: text === undefined ? [] : [{ start: 0, end: 2, text }] },
  });
};
const third = Math.floor(speech.length / 3);

test.each(['ai_interview', 'ai_survey'])(
  'a spoken answer of an %s arrives in parts, is transcribed, and its recording is not kept',
  async (type) => {
    hears(said);
    const mina = await begin(type);
    expect((await append(mina, speech.subarray(0, third))).body.data).toEqual({
      status: 'recording',
      text: null,
      received: third,
    });
    const second = speech.subarray(third, 2 * third);
    await append(mina, second, { offset: third });
    // The response was lost, so the browser sends the part again; a part that is too far ahead is not stored.
    expect((await append(mina, second, { offset: third })).body.data.received).toBe(2 * third);
    expect((await append(mina, second, { offset: 3 * third })).body.data.received).toBe(2 * third);
    await append(mina, speech.subarray(2 * third), { offset: 2 * third });
    const completed = await complete(mina);
    expect([completed.status, completed.body.data.status]).toEqual([202, 'queued']);
    await complete(mina);
    expect(await spoken(mina)).toEqual({ status: 'completed', text: said, received: 0 });
    expect(await left()).toEqual([]);
  },
);

test('the text of a spoken answer is sent as a turn, and can be removed', async () => {
  hears(said);
  const mina = await begin();
  await append(mina, speech);
  await complete(mina);
  const { text } = await spoken(mina);
  const sent = await mina.post('/interview/turns', { text, client_turn: 1 });
  expect(sent.body.data.messages.map((message: { text: string }) => message.text)).toContain(said);
});

test('a recording that is discarded or replaced leaves nothing', async () => {
  const mina = await begin('ai_survey');
  await append(mina, speech);
  expect((await mina.post('/spoken/discard', { recording: 'recording-1' })).body.data).toEqual({
    discarded: true,
  });
  expect((await complete(mina)).status).toBe(422);
  expect((await read(mina)).status).toBe(422);
  await append(mina, speech, { recording: 'recording-2' });
  await append(mina, speech.subarray(0, third), { recording: 'recording-3' });
  const stored = await parley.db.query(sql`
    select a.recording, length(p.bytes) as bytes from spoken_parts p join spoken_answers a using (response_id)`);
  expect(stored).toEqual([{ recording: 'recording-3', bytes: third }]);
  expect((await append(mina, speech, { recording: 'recording-2', offset: 5 })).status).toBe(422);
  await mina.post('/spoken/discard', { recording: 'recording-3' });
  expect(await left()).toEqual([]);
});

test('a recording without speech, or that is no recording, can be made again', async () => {
  hears(undefined);
  const mina = await begin();
  await append(mina, speech);
  await complete(mina);
  expect(await spoken(mina)).toMatchObject({ status: 'failed', text: null });
  await append(mina, Buffer.from('this is no audio'), { recording: 'recording-2' });
  await complete(mina, 'recording-2');
  expect(await spoken(mina, 'recording-2')).toMatchObject({ status: 'failed', text: null });
  hears(said);
  await append(mina, speech, { recording: 'recording-3' });
  await complete(mina, 'recording-3');
  expect(await spoken(mina, 'recording-3')).toMatchObject({ status: 'completed', text: said });
});

test('a recording of another participant is not found', async () => {
  const mina = await begin();
  await append(mina, speech);
  const otto = await begin();
  expect((await read(otto)).status).toBe(422);
  expect((await complete(otto)).status).toBe(422);
  await otto.post('/spoken/discard', { recording: 'recording-1' });
  expect((await read(mina)).body.data.received).toBe(speech.length);
});

test.each([
  ['an empty part', () => new Uint8Array(), {}, 'body'],
  ['a part of more than 1 MB', () => new Uint8Array(1024 * 1024 + 1), {}, 'body'],
  ['JSON', () => Buffer.from('{}'), { type: 'application/json' }, 'body'],
  ['an offset of a recording that was not started', () => speech, { offset: 7 }, 'recording'],
  ['an id that is too short', () => speech, { recording: 'x' }, 'recording'],
])('%s is refused', async (_, bytes, options, field) => {
  const refused = await append(await begin(), bytes(), options);
  expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field }] } } });
});

test('more than 10 MB are refused, and a survey without a moderator has no spoken answers', async () => {
  const mina = await begin();
  const part = new Uint8Array(1024 * 1024);
  for (let at = 0; at < 10; at++) await append(mina, part, { offset: at * part.length });
  const refused = await append(mina, part, { offset: 10 * part.length });
  expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field: 'body' }] } } });
  const typed = await append(await begin('survey'), speech);
  expect(typed).toMatchObject({ status: 422, body: { error: { details: [{ field: 'recording' }] } } });
});

test('a first part that arrives again after the recording was completed stores no bytes', async () => {
  const mina = await begin();
  await append(mina, speech, { recording: 'recording-again' });
  await complete(mina, 'recording-again');
  const done = await spoken(mina, 'recording-again');
  const again = await append(mina, speech, { recording: 'recording-again' });
  expect(again).toMatchObject({ status: 200, body: { data: { ...done, received: 0 } } });
  expect((await read(mina, 'recording-again')).body.data.received).toBe(0);
});

test('a spoken answer counts as storage until its text replaces it, and is refused when the plan has none left', async () => {
  const basic = await parley.account({ plan: 'basic' });
  const own = (await basic.post('/v1/projects', { name: 'Limited' })).body.data.id;
  const made = await publishTest(basic, own, {
    type: 'ai_survey',
    questions: [{ type: 'open', text: 'How do you plan?', required: true }],
  });
  const used = async () => (await basic.get('/v1/usage')).body.data.credits.storage_bytes;
  const mina = await openLink(parley, made.share_url).start();
  await append(mina, speech);
  expect((await used()).used).toBe(speech.length);
  await complete(mina);
  await spoken(mina);
  expect((await used()).used).toBe(0);

  await basic.post(`/v1/projects/${own}/files`, { name: 'a.bin', size_bytes: (await used()).limit - 10 });
  const refused = await append(mina, speech, { recording: 'recording-2' });
  expect(refused).toMatchObject({ status: 402, body: { error: { code: 'quota_exceeded' } } });
});
