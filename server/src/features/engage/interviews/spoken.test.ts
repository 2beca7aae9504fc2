import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, startParley, type TestParley, until } from '../../../../test/harness.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server.ts';
import { openLink, type ParticipantClient, publishTest } from '../../../../test/participant-link.ts';
import { sql } from '../../../platform/database/index.ts';

let engine: ModelServer;
let parley: TestParley;
let ada: Account;
let project: string;
const speech = await readFile(new URL('../../../../test/speech.ogg', import.meta.url));

beforeAll(async () => {
  engine = await startModelServer();
  parley = await startParley({
    work: true,
    env: { TRANSCRIBE_BASE_URL: `${engine.url}/v1`, TRANSCRIBE_API_KEY: 'k', TRANSCRIBE_MODEL: 'm' },
  });
  ada = await parley.account();
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});
afterAll(async () => {
  await parley.stop();
  engine.close();
});

async function begin(): Promise<ParticipantClient> {
  const made = await publishTest(ada, project, {
    type: 'ai_interview',
    questions: [{ type: 'open', text: 'How do you plan?', required: true }],
  });
  const started = await openLink(parley, made.share_url).post('/interview', {});
  return openLink(parley, started.body.data.token);
}

async function speak(client: ParticipantClient, body: Uint8Array, clientTurn = 1, type = 'audio/ogg') {
  const response = await fetch(`${parley.url}/p/v1/interview/audio?client_turn=${clientTurn}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': type },
    body: new Uint8Array(body),
  });
  return { status: response.status, body: await response.json() };
}
const spoken = (client: ParticipantClient) =>
  until(async () => {
    const { body } = await client.get('/interview');
    return body.data.spoken?.status !== 'queued' && body.data.spoken;
  }, 'the recording to be transcribed');
const said = 'I plan with a calendar on the wall of our kitchen.';

test('a spoken answer is transcribed, confirmed and sent as text, and the recording is not kept', async () => {
  engine.answer = () => ({ body: { language: 'en', segments: [{ start: 0, end: 2, text: said }] } });
  const mina = await begin();
  const accepted = await speak(mina, speech);
  expect(accepted).toMatchObject({
    status: 202,
    body: { data: { spoken: { status: 'queued', text: null } } },
  });
  expect(await spoken(mina)).toEqual({ status: 'completed', text: said });
  const [row] = await parley.db.query(
    sql`select audio from interview_audio order by created_at desc limit 1`,
  );
  expect(row).toEqual({ audio: null });
  const sent = await mina.post('/interview/turns', { text: said, client_turn: 1 });
  expect(sent.body.data).toMatchObject({ status: 'ended', spoken: null });
});

test('a recording without speech, or that is no recording, can be made again', async () => {
  engine.answer = () => ({ body: { language: 'en', segments: [] } });
  const mina = await begin();
  await speak(mina, speech);
  expect(await spoken(mina)).toEqual({ status: 'failed', text: null });
  await speak(mina, Buffer.from('this is no audio'));
  expect(await spoken(mina)).toEqual({ status: 'failed', text: null });
  engine.answer = () => ({ body: { language: 'en', segments: [{ start: 0, end: 2, text: said }] } });
  await speak(mina, speech);
  expect(await spoken(mina)).toEqual({ status: 'completed', text: said });
});

test.each([
  ['an empty recording', () => new Uint8Array(), 1, 'audio/ogg', 'body'],
  ['more than 10 MB', () => new Uint8Array(10 * 1024 * 1024 + 1), 1, 'audio/webm;codecs=opus', 'body'],
  ['another turn', () => speech, 7, 'audio/ogg', 'client_turn'],
  ['JSON', () => Buffer.from('{}'), 1, 'application/json', 'body'],
])('%s is refused', async (_, body, turn, type, field) => {
  const refused = await speak(await begin(), body(), turn, type);
  expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field }] } } });
});
