import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { sql } from '../../../platform/database/index.ts';
import { createMailer } from '../../../platform/mail/index.ts';
import { createUnverifiedParticipant, findOrCreateParticipant } from '../participants/index.ts';

const clock = createTestClock();
let parley: TestParley;
let ada: Account;
beforeAll(async () => {
  parley = await startParley({ clock });
  ada = await parley.account();
});
afterAll(() => parley.stop());

const newProject = async (description: string) =>
  (await ada.post('/v1/projects', { name: 'Study', description })).body.data.id as string;
const descriptionOf = async (project: string) =>
  (await ada.get(`/v1/projects/${project}`)).body.data.description as string;
const erase = async (id: string) => {
  clock.advance(1000);
  expect((await ada.post(`/v1/participants/${id}/erase`)).status).toBe(200);
};
const person = (project_id: string, name: string | null, email: string | null) => ({
  project_id,
  name,
  email,
  timezone: null,
  locale: null,
  simulated: false,
});

test.each([
  ['with an accent', null, 'áda@x.test'],
  ['in full-width letters', null, 'ａda@x.test'],
  ['as a name', 'Ada x test', null],
  ['as a name with the full name', 'Ada LOVELACE', null],
])(
  'the erasure of a stranger who typed the address or name of another %s leaves it',
  async (_, name, email) => {
    const text = 'Ask Ada Lovelace at ada@x.test.';
    const project = await newProject('');
    await findOrCreateParticipant(parley.db, person(project, 'Ada Lovelace', 'ada@x.test'), clock.now());
    clock.advance(1000);
    const stranger = await createUnverifiedParticipant(parley.db, person(project, name, email), clock.now());
    // Later than the stranger, so that only the names of others protect it.
    clock.advance(1000);
    await ada.patch(`/v1/projects/${project}`, { description: text });
    await erase(stranger.id);
    expect(await descriptionOf(project)).toBe(text);
  },
);

test('a stranger who typed the name and address of a person does not protect them from the erasure', async () => {
  const project = await newProject('Ask Eve Moneypenny at eve@x.test.');
  const known = person(project, 'Eve Moneypenny', 'eve@x.test');
  await createUnverifiedParticipant(parley.db, known, clock.now());
  const { id } = await findOrCreateParticipant(parley.db, known, clock.now());
  await erase(id);
  expect(await descriptionOf(project)).toBe('Ask [removed] at [removed].');
});

test('an erasure removes mails of its project from the outbox and the queue, and none of other projects', async () => {
  const project = await newProject('First');
  const other = await newProject('Second');
  const { id } = await findOrCreateParticipant(
    parley.db,
    person(project, 'Tom Berg', 'tom@x.test'),
    clock.now(),
  );
  const outboxDir = `${parley.config.dataDir}/outbox`;
  const mailer = createMailer({ from: 'parley@example.com', outboxDir, clock });
  const text = 'Tom Berg has answered.';
  for (const project_id of [project, other, null])
    await mailer.send({ to: 'tom@x.test', subject: 'News', text, html: text, project_id });
  mailer.close();
  for (const [to, project_id] of [
    ['tom@x.test', project],
    ['tom@x.test', other],
    ['ada@x.test', other],
  ])
    await parley.db.query(sql`
      insert into tasks (kind, workspace_id, subject, input, due_at)
      values ('mail.send', ${ada.workspace_id}, 'news', ${{ to, project_id, text }}, now() + interval '1 day')`);
  await erase(id);
  expect((await readdir(outboxDir)).filter((name) => name.endsWith('.eml'))).toHaveLength(2);
  expect(await parley.db.query(sql`select input from tasks where subject = 'news' order by id`)).toEqual([
    { input: { to: 'tom@x.test', project_id: other, text } },
    { input: { to: 'ada@x.test', project_id: other, text } },
  ]);
});

test('stored responses of a participant are gone after a withdrawal, and no retry gets them', async () => {
  const project = await newProject('Third');
  const questions = [{ type: 'open', text: 'What was hard?' }];
  const made = await publishTest(ada, project, { questions });
  const key = (name: string) => ({ 'idempotency-key': name });
  const open = openLink(parley, made.share_url);
  const started = await open.post(
    '/response',
    { name: 'Zed Quux' },
    key('a-key-that-nobody-else-would-choose'),
  );
  const own = openLink(parley, `${parley.url}/t/${started.body.data.token}`);
  const [question] = made.questions as { id: string }[];
  await own.put(`/answers/${question?.id}`, { text: 'The form lost my address.' });
  expect((await own.post('/submit', {}, key('submit'))).status).toBe(200);
  const ofLink = async () =>
    (
      await parley.db.query<{ user_id: string }>(
        sql`select user_id from idempotency_keys where user_id like 'link:%'`,
      )
    ).length;
  expect(await ofLink()).toBe(2);
  expect((await own.post('/withdraw', {})).status).toBe(200);
  // What is left is the start by the open link, without texts.
  expect(await ofLink()).toBe(1);
  const again = await open.post(
    '/response',
    { name: 'Zed Quux' },
    key('a-key-that-nobody-else-would-choose'),
  );
  expect(JSON.stringify(again.body)).not.toContain(started.body.data.token);
  expect((await own.post('/submit', {}, key('submit'))).status).toBe(422);
});
