import { beforeEach, expect, test } from 'vitest';
import type { Account } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

let ada: Account;
let project: string;
const parley = useParley({ env: { TRUST_PROXY: 'true' } });
beforeEach(async () => {
  ada = await parley.account({ plan: 'basic' });
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const survey = { questions: [{ type: 'open', text: 'Why?' }] };
const credit = async () => (await ada.get('/v1/usage')).body.data.credits.engage_participants;
const from = (address: string) => ({ 'x-forwarded-for': address });

test('a start costs no participant of the plan, and the first answer costs one', async () => {
  const made = await publishTest(ada, project, survey);
  const open = openLink(parley, made.share_url);
  const people = [await open.start(), await open.start(), await open.start()];
  expect((await credit()).used).toBe(0);
  const [first, second] = people;
  for (const text of ['One', 'Two']) await first?.answer(made.questions[0].id, { text });
  expect((await credit()).used).toBe(1);
  await first?.post('/submit');
  expect((await credit()).used).toBe(1);
  // A submission without an answer counts, too.
  expect((await second?.post('/submit'))?.status).toBe(200);
  expect((await credit()).used).toBe(2);
});

test('a fifth of the participants of a plan is kept for people with an invitation', async () => {
  const made = await publishTest(ada, project, survey);
  const open = openLink(parley, made.share_url);
  const [last, tooLate] = [await open.start(), await open.start()];
  await last.answer(made.questions[0].id, { text: 'In time' });
  await parley.db.query(sql`
    update credit_usage set used = 40
     where workspace_id = ${ada.workspace_id} and credit = 'engage_participants' and used > 0`);
  expect(await credit()).toMatchObject({ used: 40, limit: 50 });
  const refused = { status: 402, body: { error: { code: 'quota_exceeded' } } };
  expect(await open.post('/response')).toMatchObject(refused);
  expect(await tooLate.answer(made.questions[0].id, { text: 'Too late' })).toMatchObject(refused);
  expect((await last.answer(made.questions[0].id, { text: 'Changed' })).status).toBe(200);
  const invited = await ada.post(`/v1/engage/tests/${made.id}/invitations`, {
    participants: [{ email: 'grace@example.com' }],
  });
  const grace = await openLink(parley, invited.body.data[0].invite_url).start();
  expect((await grace.answer(made.questions[0].id, { text: 'Invited' })).status).toBe(200);
  expect((await credit()).used).toBe(41);
});

test('one address starts at most 200 times an hour with an open link, and others still start', async () => {
  const made = await publishTest(ada, project, {
    ...survey,
    consent: { text: 'We store your answers.', recording: false },
  });
  const open = openLink(parley, made.share_url);
  const start = (address: string) => open.post('/response', {}, from(address));
  const seen = [];
  for (let n = 0; n < 201; n++) seen.push((await start('203.0.113.7')).status);
  // Without consent no response starts, but the attempt counts.
  expect([...new Set(seen.slice(0, 200)), seen[200]]).toEqual([422, 429]);
  expect((await start('203.0.113.8')).status).toBe(422);
});

test('two people who use the same idempotency key on an open link get responses of their own', async () => {
  const made = await publishTest(ada, project, survey);
  const open = openLink(parley, made.share_url);
  const key = 'a-key-that-two-people-happen-to-choose';
  const start = (address: string) => open.post('/response', {}, { ...from(address), 'idempotency-key': key });
  const mina = await start('203.0.113.1');
  const otto = await start('203.0.113.2');
  expect(otto.body.data.id).not.toBe(mina.body.data.id);
  expect(otto.body.data.token).not.toBe(mina.body.data.token);
  expect((await start('203.0.113.1')).body).toEqual(mina.body);
});

test('an open link refuses an idempotency key that another person could choose, too', async () => {
  const made = await publishTest(ada, project, survey);
  const open = openLink(parley, made.share_url);
  const start = (link: typeof open, key: string) =>
    link.post('/response', {}, { ...from('203.0.113.1'), 'idempotency-key': key });
  expect(await start(open, '1')).toMatchObject({
    status: 422,
    body: { error: { details: [{ field: 'Idempotency-Key' }] } },
  });
  const uuid = '0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
  const mina = await start(open, uuid);
  expect((await start(open, uuid)).body).toEqual(mina.body);
  // A personal link has its own keys.
  expect((await start(openLink(parley, mina.body.data.token), '1')).status).toBe(201);
});
