import type { ParleyProcess } from '@parley/testing';
import { sendRaw, startSmtpServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChildServer } from '../../test/child-server.ts';
import { startParley, until } from '../../test/harness.ts';
import { publishTest } from '../../test/participant-link.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';
import { newApiKey } from '../foundation/api-key.ts';
import { sql } from '../platform/database/index.ts';

/** The log of a real process at the most verbose level never contains a key or a secret. */

const parley = useParley();
const ada = useAccount(parley);
let child: ParleyProcess;
beforeAll(async () => {
  child = await startChildServer(parley.connection, { LOG_LEVEL: 'trace' });
});
afterAll(() => child.stop('SIGKILL'));

describe('keys in unexpected places of a request', () => {
  test('appear neither in the log nor in plain text in the database', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const foreign = newApiKey();
    const good = { authorization: `Bearer ${ada.key}` };
    const send = (path: string, init: RequestInit = {}) => fetch(child.url + path, init);
    const json = { ...good, 'content-type': 'application/json' };
    const answers = await Promise.all([
      send('/v1/me', { headers: good }),
      send('/v1/me', { headers: { authorization: `Bearer ${foreign}` } }),
      send('/v1/me', { headers: { authorization: foreign, cookie: `key=${foreign}` } }),
      send(`/v1/me?api_key=${ada.key}`),
      send(`/v1/me?api_key=${ada.key}`, { headers: good }),
      send(`/v1/projects/${ada.key}`, { headers: good }),
      send(`/v1/${ada.key}/${secret}`, { headers: good }),
      send(`/v1/%zz/${ada.key}`, { headers: good }),
      send(`/nothing/${ada.key}`),
      send(`/v1/projects?q=${secret}&cursor=${ada.key}`, { headers: good }),
      send('/v1/projects', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ name: 5, [ada.key]: secret }),
      }),
      send('/v1/projects', { method: 'POST', headers: json, body: `{"name": "${ada.key}` }),
      send('/v1/projects', {
        method: 'POST',
        headers: { ...json, 'idempotency-key': ada.key },
        body: JSON.stringify({ name: 'Kept' }),
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      200, 401, 401, 401, 422, 404, 404, 404, 404, 422, 422, 422, 201,
    ]);
    await sendRaw(child.url, `GET /v1/me?key=${ada.key} HTTP/1.1\r\nbroken ${ada.key}\r\n\r\n`);
    await sendRaw(child.url, `${ada.key}\r\n\r\n`);

    // Internal errors are logged in the most detail.
    await parley.db.query(sql`alter table projects rename to hidden`);
    const failed = await send(`/v1/projects?q=${ada.key}`, { headers: good });
    await parley.db.query(sql`alter table hidden rename to projects`);
    expect(failed.status).toBe(500);
    expect(await failed.json()).toEqual({
      error: { code: 'internal', message: expect.any(String), details: [] },
    });
    const requestId = failed.headers.get('x-request-id') as string;

    expect(await child.stop('SIGTERM')).toBe(0);
    const log = child.stderr();
    expect(log).toContain(requestId);
    expect(log).toContain('"path":"/v1/me"');
    for (const word of [
      ada.key,
      foreign,
      secret,
      ada.key.slice(9, 49),
      'a secret key that is only for tests',
    ]) {
      expect(log).not.toContain(word);
      // The startup banner prints the first key on standard output; these keys are others.
      expect(child.stdout()).not.toContain(word);
    }
    const rows = await parley.db.query<{ path: string }>(sql`
      select path from recent_requests where user_id = ${ada.user_id}`);
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toContain(ada.key.slice(9, 49));
  });
});

test('the log contains no links that grant access', async () => {
  const server = await startChildServer(parley.connection, { LOG_LEVEL: 'debug' });
  const token = 'a-token-that-opens-something';
  const paths = ['/uploads/', '/%75ploads/', '/blobs/', '/s/clips/', '/s/reports/', '/%73/clips/', '/t/'];
  for (const path of paths) await fetch(`${server.url}${path}${token}?signature=${token}`);
  expect(await server.stop('SIGTERM')).toBe(0);
  const log = server.stderr();
  expect(log.split('"message":"request"').length + log.split('"msg":"request"').length - 2).toBe(
    paths.length,
  );
  expect(log).not.toContain(token);
  // The log does not describe connections that the shutdown closes either.
  expect(log).not.toMatch(/secretKey|connectionParameters|processID/);
});

test('the log contains neither the links nor the addresses of participants', async () => {
  const address = 'grace.hopper@example.com';
  const smtp = await startSmtpServer({
    replyTo: (to) => ({ code: 451, text: `<${to}> try again later` }),
  });
  // A database of its own, because every server on it sends mails.
  const own = await startParley();
  const eva = await own.account();
  const server = await startChildServer(own.connection, { LOG_LEVEL: 'trace', SMTP_URL: smtp.url });
  const project = (await eva.post('/v1/projects', { name: 'Study' })).body.data.id;
  const { id } = await publishTest(eva, project, { questions: [{ type: 'open', text: 'Why?' }] });
  const participants = [{ email: address, name: 'Rear Admiral' }];
  const { body } = await eva.post(`/v1/engage/tests/${id}/invitations`, { participants });
  const failedMails = (count: number) =>
    until(async () => server.stderr().split('task.failed').length > count, `${count} failed mails`);
  // Before the participant declines, after which no mail is sent.
  await failedMails(1);
  const token = body.data[0].invite_url.split('/t/')[1] as string;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = (path: string, sent?: object) =>
    fetch(server.url + path, { method: sent ? 'POST' : 'GET', headers, body: sent && JSON.stringify(sent) });
  const answers = [
    await send('/p/v1/test'),
    await send('/p/v1/response', { email: address, name: 'Rear Admiral' }),
    await send('/p/v1/reminder', { email: address }),
    await send('/p/v1/reminder', { email: `${address},` }),
    await send(`/p/v1/${token}`),
    await send('/p/v1/decline', {}),
    await send(`/t/${token}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 422, 404, 200, expect.any(Number)]);
  await failedMails(2);
  expect(await server.stop('SIGTERM')).toBe(0);
  await smtp.close();
  await own.stop();
  for (const word of [token, address, 'grace.hopper', 'Rear Admiral']) {
    expect(server.stderr()).not.toContain(word);
    expect(server.stdout()).not.toContain(word);
  }
});

test('writes every log line as JSON with a time, a level and a message', async () => {
  const lines = child.stderr().trim().split('\n');
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.stringMatching(/Z$/) });
  }
});
