import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../../test/harness.ts';
import type { ModelRequest } from '../../../../../test/model-server.ts';
import { reportStudies } from '../../../../../test/report-studies.ts';
import { giveTestPassword, testPassword } from '../../../../../test/signed-in.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';
import { sql } from '../../../../platform/database/index.ts';
import { beginSignIn, signInHeaders } from '../../../identity/sign-in/index.ts';

const clock = createTestClock();
let provider: Server;
let providerUrl: string;
let cookie: string;
const pending: { request: ModelRequest['json']; response: ServerResponse }[] = [];

beforeAll(async () => {
  provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      pending.push({ request: JSON.parse(Buffer.concat(chunks).toString()), response });
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
});
const worker = useParley(() => ({
  clock,
  work: true,
  env: { AI_BASE_URL: providerUrl, AI_API_KEY: 'k', AI_MODEL: 'small-1' },
}));
/** A node without workers, so that it reads what another process writes. */
const api = useParley({ clock, sameDatabaseAs: worker });
const ada = useAccount(worker, { email: 'ada@example.com' });
beforeAll(async () => {
  await giveTestPassword(worker, ada.user_id);
  const signedIn = await api.request('POST', '/app/sign-in', {
    body: { email: 'ada@example.com', password: testPassword },
    headers: { origin: api.url },
  });
  cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] as string;
});

const { ended, study } = reportStudies(() => ada);

interface Received {
  id?: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has other data.
  data: any;
}

/** The names of the events without those that repeat the whole text. */
const namesOf = (events: Received[]) =>
  events.map(({ event }) => event).filter((event) => event !== 'progress');

/** Reads the stream as a browser does. */
function openStream(chatId: string, lastEventId?: string, as = cookie) {
  const controller = new AbortController();
  const events: Received[] = [];
  const done = fetch(`${api.url}/app/v1/chats/${chatId}/stream`, {
    headers: { cookie: as, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: controller.signal,
  }).then(async (response) => {
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)));
        if (fields.event) events.push({ ...fields, data: JSON.parse(fields.data) } as Received);
      }
    }
  });
  return { events, done: done.catch(() => {}), close: () => controller.abort() };
}

async function askQuestion() {
  const { project } = await study();
  const message = 'What do people say about shipping costs?';
  const job = (await ada.post(`/v1/projects/${project}/chat`, { message })).body.data;
  const { request, response } = await until(() => pending.shift(), 'the model to be asked');
  const [chat] = (await ada.get(`/v1/projects/${project}/chats`)).body.data;
  let json = '';
  const send = (delta: object, finish_reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ choices: [{ delta, finish_reason }] })}\n\n`);
  return {
    job,
    chat_id: chat.id as string,
    request,
    response,
    /** Streams more of the text, as parts of a JSON string. */
    write(text: string) {
      const more = (json === '' ? '{"text":"' : '') + JSON.stringify(text).slice(1, -1);
      json += more;
      send({ content: more });
    },
    finish() {
      send({ content: '","answered":true}' });
      send({}, 'stop');
      response.end('data: [DONE]\n\n');
    },
  };
}

const texts = (events: Received[]) => events.filter(({ event }) => event === 'text');

test('an answer is streamed while another process writes it, with verified quotations only', async () => {
  const { chat_id, job, request, write, finish } = await askQuestion();
  expect(request.stream).toBe(true);
  const stream = openStream(chat_id);
  write('Two of two participants speak about it.\n\n> It is frustrating to find the ship');
  const [first] = await until(() => texts(stream.events).length > 0 && texts(stream.events), 'text');
  // The quotation is not complete, so it is not shown yet.
  expect(first?.data).toEqual({ job_id: job.id, text: 'Two of two participants speak about it.' });
  const line = request.messages[1].content.split('\n').find((one: string) => one.includes('frustrating'));
  const label = /^\[s\d+\]/.exec(line)?.[0];
  write(`ping costs that late. ${label}\n\n> This shop is a scam. [s2]\n\nAnd then`);
  await until(() => texts(stream.events).length > 1, 'more text');
  const shown = texts(stream.events)
    .map(({ data }) => data.text)
    .join('');
  expect(shown).toContain('\n\n> “It is frustrating to find the shipping costs that late.”\n> — Mina');
  expect(shown).toContain('\n\nThis shop is a scam. *(not found word for word in the transcript)* [cit_2]');
  expect(shown).not.toContain('“This shop');

  // The connection is lost, and the browser connects again.
  stream.close();
  const again = openStream(chat_id, texts(stream.events).at(-1)?.id);
  write(' they left.\n\nThe end');
  await until(() => texts(again.events).length > 0, 'text after the reconnection');
  expect(texts(again.events)[0]?.data.text).toBe('\n\nAnd then they left.');
  finish();
  await again.done;
  expect(namesOf(again.events)).toEqual(['text', 'message', 'end']);
  const [answer] = (await ada.get(`/v1/chats/${chat_id}/messages`)).body.data;
  expect(again.events.at(-2)).toMatchObject({ id: answer.id, data: answer });
  const progress = again.events.find(({ event }) => event === 'progress')?.data;
  expect(progress).toMatchObject({
    job_id: job.id,
    outline: { lead: 'Two of two participants speak about it.', passage_count: 1, people_count: 1 },
    passages_found: expect.any(Number),
  });
  expect(progress.citations.some(({ verified }: { verified: boolean }) => verified)).toBe(true);
  expect(answer.content.startsWith(`${shown}\n\nAnd then they left.\n\nThe end`)).toBe(true);

  // A browser that connects later gets the answer, unless it has it.
  const late = openStream(chat_id);
  await late.done;
  expect(late.events.map(({ event }) => event)).toEqual(['message', 'end']);
  const known = openStream(chat_id, answer.id);
  await known.done;
  expect(known.events.map(({ event }) => event)).toEqual(['end']);
});

test('a stream whose text was replaced starts again, and a failed job ends it', async () => {
  const { chat_id, job, write } = await askQuestion();
  write('Some text.\n\nMore');
  const forged = `${job.id}.5.${'0'.repeat(16)}`;
  const stream = openStream(chat_id, forged);
  await until(() => texts(stream.events).length > 0, 'text');
  expect(namesOf(stream.events)).toEqual(['reset', 'text']);
  await ada.post(`/v1/jobs/${job.id}/cancel`);
  await stream.done;
  expect(stream.events.slice(-2)).toMatchObject([
    { event: 'failed', data: { job_id: job.id, error: { code: 'canceled' } } },
    { event: 'end' },
  ]);
});

test('a stream ends if the chat is deleted', async () => {
  const { chat_id, write, job } = await askQuestion();
  write('Some text.\n\nMore');
  const stream = openStream(chat_id);
  await until(() => texts(stream.events).length > 0, 'text');
  await ada.delete(`/v1/chats/${chat_id}`);
  await stream.done;
  expect(stream.events.at(-1)?.event).toBe('end');
  expect(await ended(job.id)).toMatchObject({ status: 'failed' });
});

test('the stream needs a signed-in browser with access to the chat', async () => {
  const { chat_id } = await askQuestion();
  const read = (headers: Record<string, string>, prefix = '/app/v1') =>
    fetch(`${api.url}${prefix}/chats/${chat_id}/stream`, { headers });
  expect((await read({})).status).toBe(401);
  expect((await read({ authorization: `Bearer ${ada.key}` }, '/v1')).status).toBe(404);
  const missing = await fetch(`${api.url}/app/v1/chats/chat_${'0'.repeat(26)}/stream`, {
    headers: { cookie },
  });
  expect(missing.status).toBe(404);
});

test.each<[string, (userId: string, project: string) => Promise<unknown>]>([
  ['removed from the project', (_, project) => ada.patch(`/v1/projects/${project}`, { member_ids: [] })],
  ['removed from the workspace', (userId) => ada.delete(`/v1/workspace/members/${userId}`)],
  ['signed out', (userId) => api.db.query(sql`delete from sign_ins where user_id = ${userId}`)],
])('an open stream sends nothing more to a reader who was %s', async (_, end) => {
  const { chat_id, job, write, finish } = await askQuestion();
  const { project_id } = (await ada.get(`/v1/chats/${chat_id}`)).body.data;
  const ben = await api.account({ workspace_id: ada.workspace_id, role: 'member' });
  await ada.patch(`/v1/projects/${project_id}`, { visibility: 'private', member_ids: [ben.user_id] });
  const token = await beginSignIn(api.db, ben.user_id, api.clock.now());
  const own = openStream(chat_id, undefined, signInHeaders(api.url, token).cookie);
  write('People find the costs late.\n\nThey');
  await until(() => texts(own.events).length > 0, 'the first text');
  const received = own.events.length;
  await end(ben.user_id, project_id);
  await own.done;
  write(' leave.\n\nThe end');
  finish();
  await ended(job.id);
  expect(own.events).toHaveLength(received);
});

test('a further stream of a user ends the oldest', async () => {
  const { chat_id } = await askQuestion();
  const streams = Array.from({ length: 11 }, () => openStream(chat_id));
  await Promise.race(streams.map(({ done }) => done));
  for (const stream of streams) stream.close();
});
