import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { sql } from '../../../platform/database/index.ts';
import { createRateLimiter } from '../../../platform/rate-limiter/index.ts';
import { admitRecordedBytes, limitOpened } from './limit-recordings.ts';

const clock = createTestClock();
const GiB = 1024 ** 3;
const hourMs = 3_600_000;
let parley: TestParley;
let ada: Account;
let project: string;
beforeAll(async () => {
  parley = await startParley({ clock, env: { TRUST_PROXY: 'true' } });
  ada = await parley.account();
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});
afterAll(() => parley.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });

const publishTask = () =>
  publishTest(ada, project, {
    questions: [{ type: 'task', text: 'Buy a lamp.' }],
    consent: { text: 'We record your screen.', recording: true },
  });

type PublishedTask = Awaited<ReturnType<typeof publishTask>>;

/** A person with the link of the test, or another link to it. */
async function startTask(made: PublishedTask, url: string = made.share_url) {
  const person = await openLink(parley, url).start({ consent_version: 1 });
  const body = { question_id: made.questions[0].id, content_type: 'video/webm' };
  return {
    person,
    open: (address = '203.0.113.1') => person.post('/recordings', body, from(address)),
  };
}

const append = (url: string, offset: number, bytes: number, address = '203.0.113.1') =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...from(address),
    },
    body: new Uint8Array(bytes),
  });

const charge = (fileId: string, bytes: number) =>
  parley.db.query(sql`update files set charged_bytes = ${bytes} where id = ${fileId}`);

test('the bytes of a test count by the time of the recording, not by the start of the response', async () => {
  const made = await publishTask();
  const early = await startTask(made);
  const { file_id, upload_url } = (await early.open()).body.data;
  await append(upload_url, 0, 10);
  await charge(file_id, 64 * GiB);
  await parley.db.query(sql`
    update responses set created_at = created_at - interval '25 hours', started_at = started_at - interval '25 hours'
     where test_id = ${made.id}`);
  const late = await startTask(made);
  expect(await late.open()).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  clock.advance(25 * hourMs);
  expect((await late.open()).status).toBe(201);
});

test('bytes that arrive after the limit of the test are refused, and an invited person still records', async () => {
  const made = await publishTask();
  const [first, second] = [await startTask(made), await startTask(made)];
  const filled = (await first.open()).body.data;
  const { upload_url } = (await second.open()).body.data;
  const invited = await ada.post(`/v1/engage/tests/${made.id}/invitations`, {
    participants: [{ email: 'mina@example.com' }],
  });
  const mina = await startTask(made, invited.body.data[0].invite_url);
  const own = (await mina.open()).body.data;
  await append(filled.upload_url, 0, 10);
  await charge(filled.file_id, 64 * GiB - 100);
  const refused = await append(upload_url, 0, 1000);
  expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: 'rate_limited' } }]);
  expect((await append(own.upload_url, 0, 1000)).status).toBe(204);
});

test('one client records at most 16 GiB a day without an invitation, and another client still records', async () => {
  const made = await publishTask();
  const stranger = await startTask(made);
  const { file_id } = (await stranger.open()).body.data;
  const [recording] = await parley.db.query<{ response_id: string; project_id: string }>(
    sql`select response_id, project_id from files where id = ${file_id}`,
  );
  if (!recording) throw new Error('The recording has no file.');
  const limiter = createRateLimiter();
  const admit = (address: string, bytes: number) =>
    admitRecordedBytes(limiter, parley.db, { ...recording, address, bytes }, clock.now());
  await admit('203.0.113.1', 16 * GiB);
  await expect(admit('203.0.113.1', 1)).rejects.toMatchObject({ code: 'rate_limited' });
  await admit('203.0.113.2', 1);
});

test('a closed test accepts no bytes of a response in progress, and those of a submitted response', async () => {
  const made = await publishTask();
  const [open, submitted] = [await startTask(made), await startTask(made)];
  const first = (await open.open()).body.data;
  const second = (await submitted.open()).body.data;
  expect((await append(first.upload_url, 0, 10)).status).toBe(204);
  await parley.db.query(sql`
    update responses set status = 'completed', submitted_at = ${clock.now()}, duration_seconds = 1
     where id = (select response_id from response_recordings where file_id = ${second.file_id})`);
  expect((await ada.post(`/v1/engage/tests/${made.id}/close`)).status).toBe(200);
  const refused = await append(first.upload_url, 10, 10);
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { error: { details: [{ field: 'link', message: 'This test is closed.' }] } },
  ]);
  expect((await append(second.upload_url, 0, 10)).status).toBe(204);
  // What arrived before is kept.
  expect((await open.person.post(`/recordings/${first.file_id}/complete`)).body.data.stored).toBe(true);
});

test('empty recordings of one visitor do not block other visitors, and expire after an hour', async () => {
  const made = await publishTask();
  for (let person = 0; person < 5; person++) {
    const stranger = await startTask(made);
    for (let n = 0; n < 20; n++) expect((await stranger.open('203.0.113.9')).status).toBe(201);
  }
  const honest = await startTask(made);
  const opened = await honest.open('203.0.113.10');
  expect(opened.status).toBe(201);
  clock.advance(hourMs);
  expect((await append(opened.body.data.upload_url, 0, 10)).status).toBe(404);
});

test('one client opens at most 200 recordings an hour without an invitation', async () => {
  const limiter = createRateLimiter();
  for (let n = 0; n < 200; n++) await limitOpened(limiter, 'test_1', '203.0.113.1');
  const refused = { code: 'rate_limited' };
  await expect(limitOpened(limiter, 'test_1', '203.0.113.1')).rejects.toMatchObject(refused);
  await limitOpened(limiter, 'test_1', '203.0.113.2');
});
