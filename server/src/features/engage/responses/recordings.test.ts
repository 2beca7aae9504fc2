import { beforeAll, expect, test } from 'vitest';
import { type Account, createTestClock, until } from '../../../../test/harness.ts';
import { makeRecording } from '../../../../test/media.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

let project: string;
let bytes: Buffer;
const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  bytes = await makeRecording('mp4', { seconds: 1 });
});

const consent = { text: 'We record your screen.', recording: true };
const questions = [
  { type: 'task', text: 'Buy a lamp.' },
  { type: 'open', text: 'Why?' },
];
const video = 'video/webm;codecs=vp8,opus';

const append = (url: string, offset: number, part: Buffer) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(part),
  });

async function take(body: object = { consent }) {
  const made = await publishTest(ada, project, { questions, ...body });
  const person = await openLink(parley, made.share_url).start(
    body === undefined || 'consent' in body ? { consent_version: 1 } : {},
  );
  return { made, person, task: made.questions[0].id, why: made.questions[1].id };
}

test('a task is recorded in parts, and the answer has the file', async () => {
  const { made, person, task } = await take();
  const opened = await person.post('/recordings', { question_id: task, content_type: video });
  expect(opened.status).toBe(201);
  const { file_id, upload_url } = opened.body.data;
  const half = Math.floor(bytes.length / 2);
  expect((await append(upload_url, 0, bytes.subarray(0, half))).status).toBe(204);
  expect((await append(upload_url, half, bytes.subarray(half))).status).toBe(204);
  for (let again = 0; again < 2; again++) {
    const completed = await person.post(`/recordings/${file_id}/complete`);
    expect(completed.body.data).toEqual({ file_id, stored: true });
  }
  await person.answer(task, { text: 'Done.' });
  await person.post('/submit');
  const [response] = (await ada.get(`/v1/tests/${made.id}/responses`)).body.data;
  expect(response.answers).toMatchObject([{ question_id: task, text: 'Done.', file_id }]);
  clock.advance(1_000);
  await person.post(`/recordings/${file_id}/complete`);
  const after = (await ada.get(`/v1/responses/${response.id}`)).body.data;
  expect(after.updated_at).toBe(clock.now().toISOString());
  const file = (await ada.get(`/v1/files/${file_id}`)).body.data;
  expect(file).toMatchObject({
    source: 'response',
    response_id: response.id,
    project_id: project,
    created_by: null,
  });
});

test('a recording that the page did not complete is completed by the submission', async () => {
  const { made, person, task } = await take();
  const { file_id, upload_url } = (
    await person.post('/recordings', { question_id: task, content_type: video })
  ).body.data;
  await append(upload_url, 0, bytes);
  await person.answer(task, {});
  await person.post('/submit');
  await until(
    async () => (await ada.get(`/v1/tests/${made.id}/responses`)).body.data[0].answers[0].file_id === file_id,
    'the answer to have the file',
  );
});

test('refuses a recording without consent to it, for other questions and other types of file', async () => {
  const { person, task, why } = await take();
  const open = (body: object) =>
    person.post('/recordings', { question_id: task, content_type: video, ...body });
  const field = async (body: object) => (await open(body)).body.error.details[0].field;
  expect(await field({ question_id: why })).toBe('question_id');
  expect(await field({ question_id: 'q_01k9p3v7e8r5ys1q2w4x6z8abc' })).toBe('question_id');
  expect(await field({ content_type: 'text/html' })).toBe('content_type');
  const unasked = await take({});
  const refused = await unasked.person.post('/recordings', {
    question_id: unasked.task,
    content_type: video,
  });
  expect(refused).toMatchObject({ status: 422 });
  const { file_id } = (await open({})).body.data;
  // The recording of someone else.
  expect((await unasked.person.post(`/recordings/${file_id}/complete`)).status).toBe(404);
});

test('deleting a response deletes its recordings and their bytes, but no file that something else uses', async () => {
  const { made, person, task } = await take();
  const record = async () => {
    const { file_id, upload_url } = (
      await person.post('/recordings', { question_id: task, content_type: video })
    ).body.data;
    await append(upload_url, 0, bytes);
    await person.post(`/recordings/${file_id}/complete`);
    return file_id as string;
  };
  const [first, second] = [await record(), await record()];
  const other = await take();
  await other.person.answer(other.task, { text: 'Done.' });
  await parley.db.query(sql`
    update answers set file_id = ${first} where response_id in (select id from responses where test_id = ${other.made.id})`);
  await person.post('/submit');
  const [response] = (await ada.get(`/v1/tests/${made.id}/responses`)).body.data;
  expect((await ada.delete(`/v1/responses/${response.id}`)).status).toBe(200);
  expect((await ada.get(`/v1/files/${second}`)).status).toBe(404);
  expect((await ada.get(`/v1/files/${first}`)).status).toBe(200);
  const scheduled = await parley.db.query(sql`
    select 1 from blob_deletions where prefix like ${`files/${second}/%`}`);
  expect(scheduled).toHaveLength(1);
});

const storageUsed = async (account: Account) =>
  (await account.get('/v1/usage')).body.data.credits.storage_bytes.used as number;

async function recordAs(account: Account) {
  const own = (await account.post('/v1/projects', { name: 'Limited' })).body.data.id;
  const made = await publishTest(account, own, { questions, consent });
  const person = await openLink(parley, made.share_url).start({ consent_version: 1 });
  const recording = { question_id: made.questions[0].id, content_type: video };
  return { made, person, openRecording: async () => (await person.post('/recordings', recording)).body.data };
}

test('a recording counts as storage while its bytes arrive, and is refused when the plan has none left', async () => {
  const basic = await parley.account({ plan: 'basic' });
  const { person, openRecording } = await recordAs(basic);
  const { file_id, upload_url } = await openRecording();
  const step = 2 * 1024 * 1024;
  expect((await append(upload_url, 0, Buffer.alloc(1000))).status).toBe(204);
  expect(await storageUsed(basic)).toBe(step);
  expect((await append(upload_url, 1000, Buffer.alloc(step))).status).toBe(204);
  expect(await storageUsed(basic)).toBe(2 * step);

  await parley.db.query(sql`
    update credit_usage set used = used + ${10 * 1024 ** 3 - 2 * step - 100}::bigint
     where workspace_id = ${basic.workspace_id} and credit = 'storage_bytes' and used > 0`);
  const full = await append(upload_url, 1000 + step, Buffer.alloc(2 * step));
  expect(full.status).toBe(402);
  expect(await full.json()).toMatchObject({ error: { code: 'quota_exceeded' } });
  await person.post('/withdraw');
  expect(await storageUsed(basic)).toBe(10 * 1024 ** 3 - 2 * step - 100);
  expect((await ada.get(`/v1/files/${file_id}`)).status).toBe(404);
});

test('a recording without a length cannot be sent in one PUT', async () => {
  const { openRecording } = await recordAs(ada);
  const { upload_url } = await openRecording();
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(1000));
      controller.close();
    },
  });
  const put = await fetch(upload_url, { method: 'PUT', body, duplex: 'half' } as RequestInit);
  expect(put.status).toBe(404);
});

test('the recordings of one response together have a limit', async () => {
  const { made, openRecording } = await recordAs(ada);
  const first = await openRecording();
  const second = await openRecording();
  await parley.db.query(sql`
    update files set charged_bytes = ${4 * 1024 ** 3 - 500} where id = ${first.file_id}`);
  const refused = await append(second.upload_url, 0, Buffer.alloc(501));
  expect([refused.status, ((await refused.json()) as { error: { details: unknown } }).error.details]).toEqual(
    [422, [{ field: 'body', message: 'must not exceed 4 GiB with the other recordings of the response.' }]],
  );
  expect((await append(second.upload_url, 0, Buffer.alloc(500))).status).toBe(204);
  await parley.db.query(sql`delete from files where id = ${first.file_id}`);
  expect(made.id).toBeDefined();
});

test('an upload ends when the link of its participant is revoked', async () => {
  const made = await publishTest(ada, project, { questions, consent });
  const invited = await ada.post(`/v1/engage/tests/${made.id}/invitations`, {
    participants: [{ email: 'revoked@example.com' }],
  });
  const { id, invite_url } = invited.body.data[0];
  const person = await openLink(parley, invite_url).start({ consent_version: 1 });
  const opened = await person.post('/recordings', {
    question_id: made.questions[0].id,
    content_type: video,
  });
  const { upload_url } = opened.body.data;
  expect((await append(upload_url, 0, Buffer.alloc(100))).status).toBe(204);
  await ada.delete(`/v1/engage/invitations/${id}`);
  expect((await append(upload_url, 100, Buffer.alloc(100))).status).toBe(404);
});
