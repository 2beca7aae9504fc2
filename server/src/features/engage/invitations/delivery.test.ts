import { type SmtpServer, startSmtpServer } from '@parley/testing';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

/** Mails to participants, sent by a worker to a real mail server. */

const clock = createTestClock(new Date('2026-06-01T10:00:00Z'));
let smtp: SmtpServer;
let project: string;
const replies = new Map<string, { code: number; text: string }>();

beforeAll(async () => {
  smtp = await startSmtpServer({ replyTo: (address) => replies.get(address) });
});
afterAll(() => smtp.close());
const parley = useParley(() => ({ clock, work: true, env: { SMTP_URL: smtp.url } }));
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const study = (postDetails: object = {}) =>
  publishTest(ada, project, {
    name: 'Checkout',
    questions: [{ type: 'open', text: 'Why?' }],
    postDetails: { title: 'How was paying?', estimated_minutes: 5, deadline: '2026-06-30', ...postDetails },
  });
const inviteOne = async (testId: string, person: object, more: object = {}) =>
  (await ada.post(`/v1/engage/tests/${testId}/invitations`, { participants: [person], ...more })).body
    .data[0];
const read = async (id: string) => (await ada.get(`/v1/engage/invitations/${id}`)).body.data;
const reaches = (id: string, status: string) =>
  until(async () => (await read(id)).status === status && (await read(id)), `the status ${status}`);
const mailsTo = (address: string) => smtp.mails.filter(({ recipients }) => recipients.includes(address));
const parse = (mail: { raw: string } | undefined) => PostalMime.parse(mail?.raw ?? '');

test('an invitation arrives in the language and time zone of the person, and is then sent', async () => {
  const { id: testId } = await study();
  const person = {
    email: 'konrad@example.com',
    name: 'Konrad\r\nBcc: eve@example.com',
    locale: 'de',
    timezone: 'Asia/Tokyo',
  };
  const { id, invite_url } = await inviteOne(testId, person, { message: 'Bitte <b>gleich</b>.' });
  expect(await reaches(id, 'sent')).toMatchObject({ sent_at: clock.now().toISOString() });
  const [mail] = mailsTo('konrad@example.com');
  const email = await parse(mail);
  expect(mail?.recipients).toEqual(['konrad@example.com']);
  expect(email.subject).toBe('Einladung: How was paying?');
  expect(email.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(email.text).toContain('Guten Tag Konrad Bcc: eve@example.com,');
  expect(email.text).toContain('Dauer: etwa 5 Minuten');
  expect(email.text).toMatch(/Offen bis: Dienstag, 30\. Juni 2026 um 23:59/);
  expect(email.text).toContain(invite_url);
  expect(email.text).toContain(`${invite_url}#decline`);
  expect(email.html).toContain('Bitte &lt;b&gt;gleich&lt;/b&gt;.');
  expect(email.messageId).toMatch(new RegExp(`^<${id}-\\d+@parley>$`));
});

test('a mail that is sent again has the same link and its own Message-ID', async () => {
  const { id: testId } = await study();
  const { id, invite_url } = await inviteOne(testId, { email: 'twice@example.com' });
  await reaches(id, 'sent');
  const answer = await ada.post(`/v1/engage/invitations/${id}/resend`);
  expect(answer.body.data).toMatchObject({ status: 'queued', invite_url });
  await reaches(id, 'sent');
  const mails = await Promise.all(mailsTo('twice@example.com').map(parse));
  expect(mails).toHaveLength(2);
  for (const mail of mails) expect(mail.text).toContain(invite_url);
  expect(mails[0]?.messageId).not.toBe(mails[1]?.messageId);
});

test('an address that the server refuses for good has bounced, with the reason, and can be sent again', async () => {
  const address = 'unknown.person@example.com';
  replies.set(address, { code: 550, text: `5.1.1 <${address}> user unknown` });
  const { id: testId } = await study();
  const { id } = await inviteOne(testId, { email: address });
  expect(await reaches(id, 'bounced')).toMatchObject({
    bounce_reason: expect.stringContaining('user unknown'),
    sent_at: null,
  });
  expect((await read(id)).bounce_reason).not.toContain('unknown.person');
  expect(await parley.db.query(sql`select 1 from tasks where subject = ${id}`)).toEqual([]);
  replies.delete(address);
  await ada.post(`/v1/engage/invitations/${id}/resend`);
  expect(await reaches(id, 'sent')).toMatchObject({ bounce_reason: null });
});

test('an address that the server refuses for now stays queued and is retried', async () => {
  const address = 'busy@example.com';
  replies.set(address, { code: 451, text: '4.2.1 try again later' });
  const { id: testId } = await study();
  const { id } = await inviteOne(testId, { email: address });
  await until(
    async () =>
      (
        await parley.db.query(
          sql`select 1 from tasks where subject = ${id} and attempts = 1 and due_at > now() + interval '5 s'`,
        )
      ).length === 1,
    'the first attempt',
  );
  expect((await read(id)).status).toBe('queued');
  replies.delete(address);
  await parley.db.query(sql`update tasks set due_at = now() where subject = ${id}`);
  await reaches(id, 'sent');
});

test('the queue contains neither the address nor the link of an invitation', async () => {
  const address = 'hidden@example.com';
  replies.set(address, { code: 451, text: 'later' });
  const { id: testId } = await study();
  const { id, invite_url } = await inviteOne(testId, { email: address });
  const rows = await parley.db.query(sql`select * from tasks where subject = ${id}`);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(address);
  const token = invite_url.split('/t/')[1];
  expect(JSON.stringify(rows)).not.toContain(token);
  const links = await parley.db.query(
    sql`select hash, sealed from participant_links where invitation_id = ${id}`,
  );
  expect(JSON.stringify(links)).not.toContain(token);
  await ada.delete(`/v1/engage/invitations/${id}`);
});

test('no mail is sent for an invitation that was revoked meanwhile', async () => {
  const address = 'revoked@example.com';
  replies.set(address, { code: 451, text: 'later' });
  const { id: testId } = await study();
  const { id } = await inviteOne(testId, { email: address });
  await ada.delete(`/v1/engage/invitations/${id}`);
  replies.delete(address);
  await until(
    async () => (await parley.db.query(sql`select 1 from tasks where subject = ${id}`)).length === 0,
    'the end of the task',
  );
  expect(mailsTo(address)).toEqual([]);
  expect((await read(id)).status).toBe('revoked');
});

test('a mail that bounces after the person has started leaves the invitation started', async () => {
  const address = 'late.bounce@example.com';
  const { id: testId } = await study();
  const { id, invite_url } = await inviteOne(testId, { email: address });
  await reaches(id, 'sent');
  await openLink(parley, invite_url).start();
  replies.set(address, { code: 550, text: '5.2.2 mailbox full' });
  await ada.post(`/v1/engage/invitations/${id}/resend`);
  const bounced = await until(
    async () => (await read(id)).bounce_reason !== null && (await read(id)),
    'the bounce',
  );
  expect(bounced).toMatchObject({
    status: 'started',
    bounce_reason: expect.stringContaining('mailbox full'),
  });
});

test('no mail is sent when the deadline has passed in the time zone of the person', async () => {
  const { id: testId } = await study();
  const before = clock.now();
  // The last day of the study has ended in Tokyo. Elsewhere it has not, so the test is still live.
  clock.set(new Date('2026-06-30T16:00:00Z'));
  const late = await inviteOne(testId, { email: 'tokyo@example.com', timezone: 'Asia/Tokyo' });
  const inTime = await inviteOne(testId, { email: 'lisbon@example.com', timezone: 'Europe/Lisbon' });
  await reaches(inTime.id, 'sent');
  await until(
    async () => (await parley.db.query(sql`select 1 from tasks where subject = ${late.id}`)).length === 0,
    'the end of the task',
  );
  expect(mailsTo('tokyo@example.com')).toEqual([]);
  expect((await read(late.id)).status).toBe('queued');
  clock.set(before);
});

test('a participant who goes on later gets the own link by mail, three times an hour at most', async () => {
  const { share_url } = await study();
  const me = await openLink(parley, share_url).start({ locale: 'fr' });
  const send = () => me.post('/reminder', { email: 'Later@example.com' });
  expect((await send()).body).toEqual({ data: { accepted: true } });
  await until(async () => mailsTo('Later@example.com').length === 1, 'the mail');
  const email = await parse(mailsTo('Later@example.com')[0]);
  expect(email.subject).toBe('Votre lien pour continuer : How was paying?');
  expect(email.text).toContain(`/t/${me.token}`);
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await me.post('/reminder', { email: 'not an address' })).status).toBe(422);
});

test('an open link sends the personal link only to an invited person, and responds to all addresses alike', async () => {
  const { id, share_url } = await study();
  const { invite_url } = await inviteOne(id, { email: 'lost@example.com' });
  const me = await openLink(parley, invite_url).start();
  await until(async () => mailsTo('lost@example.com').length === 1, 'the invitation');
  const open = openLink(parley, share_url);
  // Anyone can type an address on the open link. Its owner must not be led into that response.
  await open.start({ email: 'typed@example.com' });
  const typed = await open.post('/reminder', { email: 'typed@example.com' });
  const known = await open.post('/reminder', { email: 'LOST@example.com' });
  const unknown = await open.post('/reminder', { email: 'stranger@example.com' });
  expect(known).toMatchObject({ status: 200, body: { data: { accepted: true } } });
  expect([typed.body, unknown.body]).toEqual([known.body, known.body]);
  await until(async () => mailsTo('lost@example.com').length === 2, 'the mail');
  expect((await parse(mailsTo('lost@example.com')[1])).text).toContain(`/t/${me.token}`);
  expect([...mailsTo('typed@example.com'), ...mailsTo('stranger@example.com')]).toEqual([]);
});

test('opening, starting and finishing with the link of an invitation is recorded', async () => {
  const test = await study();
  const { id, invite_url } = await inviteOne(test.id, { email: 'tracked@example.com' });
  await reaches(id, 'sent');
  const me = openLink(parley, invite_url);
  await me.get('/test');
  expect((await read(id)).status).toBe('opened');
  await me.start();
  expect((await read(id)).status).toBe('started');
  await me.answer(test.questions[0].id, { text: 'Because.' });
  expect((await me.post('/submit')).status).toBe(200);
  const { body } = await ada.get(`/v1/tests/${test.id}/responses`);
  expect(await read(id)).toMatchObject({ status: 'completed', response_id: body.data[0].id });
});
