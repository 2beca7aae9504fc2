import { type SmtpServer, startSmtpServer } from '@parley/testing';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fields } from '../../../../test/faults.ts';
import { createTestClock, until } from '../../../../test/harness.ts';
import { createPerson, openBrowser, signInAs } from '../../../../test/signed-in.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { memberMail } from './mail-task.ts';

const clock = createTestClock();
const day = 86_400_000;
const replies = new Map<string, { code: number; text: string }>();
let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer({ replyTo: (address) => replies.get(address) });
});
afterAll(() => smtp.close());
const parley = useParley(() => ({ clock, work: true, env: { SMTP_URL: smtp.url, TRUST_PROXY: 'true' } }));

const mailsTo = (address: string) => smtp.mails.filter(({ recipients }) => recipients.includes(address));

async function tokenFor(email: string, count = 1): Promise<string> {
  const mail = await until(async () => mailsTo(email)[count - 1], `mail ${count} to ${email}`);
  const { text = '' } = await PostalMime.parse(mail.raw);
  return /\/invite#([\w-]+)/.exec(text)?.[1] as string;
}

let number = 0;
async function invite(input: { role?: string } = {}) {
  const owner = await createPerson(parley);
  const email = `invited${++number}@example.org`;
  const answer = await owner.post('/v1/workspace/invitations', { email, ...input });
  return { owner, email, answer, id: answer.body.data?.id as string };
}
const acceptance = (token: string) => ({ token, name: 'Grace Hopper', password: 'a password to remember' });

describe('an invitation to the workspace', () => {
  test('arrives by mail, is accepted once and signs the new member in', async () => {
    const { owner, email, answer, id } = await invite({ role: 'viewer' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/v1/workspace/invitations/${id}`);
    expect(answer.body.data).toMatchObject({ email, role: 'viewer', status: 'pending', sent_at: null });
    const token = await tokenFor(email);
    expect(answer.body.data.invite_url).toBe(`${parley.config.publicUrl}/invite#${token}`);
    await until(
      async () => (await owner.get(`/v1/workspace/invitations/${id}`)).body.data.sent_at !== null,
      'the time of sending',
    );
    const browser = openBrowser(parley, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0');
    const read = await browser.call('POST', '/app/invitation', { token });
    expect(read.body.data).toMatchObject({ email, role: 'viewer', workspace_name: expect.any(String) });
    const accepted = await browser.call('POST', '/app/invitation/accept', {
      ...acceptance(token),
      timezone: 'Europe/Paris',
    });
    expect(accepted.status).toBe(200);
    expect((await browser.call('GET', '/app/v1/me')).body.data).toMatchObject({
      email,
      name: 'Grace Hopper',
      role: 'viewer',
      timezone: 'Europe/Paris',
      workspace_id: owner.workspace_id,
    });
    expect((await owner.get('/v1/workspace/invitations')).body.data).toEqual([]);
    for (const [path, body] of [
      ['/app/invitation', { token }],
      ['/app/invitation/accept', acceptance(token)],
    ] as const)
      expect((await openBrowser(parley).call('POST', path, body)).status).toBe(404);
    const again = await openBrowser(parley).call('POST', '/app/sign-in', {
      email,
      password: 'a password to remember',
    });
    expect(again.status).toBe(200);
  });

  test('creates one account when it is accepted twice at the same time', async () => {
    const { owner, email } = await invite();
    const token = await tokenFor(email);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        openBrowser(parley).call('POST', '/app/invitation/accept', acceptance(token)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await owner.get('/v1/workspace/members')).body.data).toHaveLength(2);
  });

  test('works for seven days, and after it is sent again for another seven with the same link', async () => {
    const { owner, email, id } = await invite();
    const token = await tokenFor(email);
    const read = () => openBrowser(parley).call('POST', '/app/invitation', { token });
    clock.advance(7 * day - 1000);
    expect((await read()).status).toBe(200);
    clock.advance(1000);
    expect((await read()).status).toBe(404);
    expect((await openBrowser(parley).call('POST', '/app/invitation/accept', acceptance(token))).status).toBe(
      404,
    );
    const path = `/v1/workspace/invitations/${id}` as const;
    expect((await owner.get(path)).body.data.status).toBe('expired');
    const resent = await owner.post(`${path}/resend`);
    expect(resent.body.data.status).toBe('pending');
    expect(await tokenFor(email, 2)).toBe(token);
    expect((await read()).status).toBe(200);
    const tooSoon = await owner.post(`${path}/resend`);
    expect(tooSoon.status).toBe(422);
    expect(tooSoon.body.error.details).toEqual([
      {
        field: 'invitation_id',
        message: 'This invitation was sent less than a minute ago. Try again in 60 seconds.',
      },
    ]);
  });

  test('sends an invitation again from a minute after it was sent, and earlier requests get 422 with the remaining seconds', async () => {
    const { owner, email, id } = await invite();
    await tokenFor(email);
    const resend = () => owner.post(`/v1/workspace/invitations/${id}/resend`);
    for (const [passedMs, seconds] of [
      [0, 60],
      [15_000, 45],
      [44_999, 1],
    ] as const) {
      clock.advance(passedMs);
      const { status, body } = await resend();
      expect([status, body.error?.details]).toEqual([
        422,
        [
          {
            field: 'invitation_id',
            message: `This invitation was sent less than a minute ago. Try again in ${seconds} seconds.`,
          },
        ],
      ]);
    }
    clock.advance(1);
    expect((await resend()).status).toBe(200);
    await tokenFor(email, 2);
    expect(mailsTo(email)).toHaveLength(2);
  });

  test('does not work after it is withdrawn', async () => {
    const { owner, email, id } = await invite();
    const token = await tokenFor(email);
    const withdrawn = await owner.delete(`/v1/workspace/invitations/${id}`);
    expect(withdrawn.body).toEqual({ data: { id, deleted: true } });
    expect((await openBrowser(parley).call('POST', '/app/invitation', { token })).status).toBe(404);
    expect((await owner.get('/v1/workspace/invitations')).body.data).toEqual([]);
  });

  test('refuses an invitation for a member, an address with another account, an invited address and the role owner', async () => {
    const { owner, email } = await invite();
    const stranger = await createPerson(parley);
    for (const address of [owner.email.toUpperCase(), stranger.email, email, 'not an address', '']) {
      const answer = await owner.post('/v1/workspace/invitations', { email: address });
      expect([answer.status, fields(answer)]).toEqual([422, ['email']]);
    }
    const withKey = await owner.post('/v1/workspace/invitations', { email }, { 'idempotency-key': 'again' });
    expect([withKey.status, fields(withKey)]).toEqual([422, ['email']]);
    const asOwner = await owner.post('/v1/workspace/invitations', { email: 'x@example.org', role: 'owner' });
    expect(fields(asOwner)).toEqual(['role']);
  });

  test('allows only owners and admins to invite', async () => {
    const { owner, id } = await invite();
    const { workspace_id } = owner;
    const admin = await parley.account({ workspace_id, role: 'admin' });
    expect((await admin.get('/v1/workspace/invitations')).body.data).toHaveLength(1);
    for (const role of ['member', 'viewer'] as const) {
      const colleague = await parley.account({ workspace_id, role });
      const path = `/v1/workspace/invitations/${id}`;
      const answers = [
        await colleague.get('/v1/workspace/invitations'),
        await colleague.get(path),
        await colleague.post('/v1/workspace/invitations', { email: 'x@example.org' }),
        await colleague.post(`${path}/resend`),
        await colleague.delete(path),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
  });

  test('says that the mail server refused the address', async () => {
    replies.set('gone@example.org', { code: 550, text: 'No such user here' });
    const owner = await createPerson(parley);
    const { id } = (await owner.post('/v1/workspace/invitations', { email: 'gone@example.org' })).body.data;
    const bounced = await until(async () => {
      const { data } = (await owner.get(`/v1/workspace/invitations/${id}`)).body;
      return data.status === 'bounced' && data;
    }, 'the refusal');
    expect(bounced.bounce_reason).toContain('No such user');
  });

  test('stores an invitation without its token, in the table and in the queue', async () => {
    const { email } = await invite();
    const token = await tokenFor(email);
    const [row] = await parley.db.query<{ text: string }>(sql`
      select string_agg(i::text, ' ') || coalesce((select string_agg(t::text, ' ') from tasks t), '') as text
        from member_invitations i`);
    expect(row?.text).not.toContain(token);
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  test('an invitation to the workspace cannot be accepted from the page of another site, with a guessed token or a short password', async () => {
    const { email } = await invite();
    const token = await tokenFor(email);
    const foreign = await parley.request('POST', '/app/invitation/accept', {
      body: acceptance(token),
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    const browser = openBrowser(parley);
    expect((await browser.call('POST', '/app/invitation/accept', acceptance('guess'))).status).toBe(404);
    const short = await browser.call('POST', '/app/invitation/accept', {
      ...acceptance(token),
      password: 'short',
    });
    expect(fields(short)).toEqual(['password']);
    for (let i = 0; i < 30; i++) await browser.call('POST', '/app/invitation', { token: `guess ${i}` });
    expect((await browser.call('POST', '/app/invitation', { token })).status).toBe(429);
  });
});

test('the mail loads nothing, contains no script and has one button', () => {
  const attack = '<script>alert(1)</script>\r\nBcc: eve@example.com';
  const url = 'https://parley.example.com/invite#abc';
  const mail = memberMail({ workspace_name: attack, invited_by: attack, role: 'admin', url });
  expect(mail.html).not.toMatch(/<(script|img|link|iframe|svg)\b/i);
  expect(mail.html).toContain(`href="${url}"`);
  expect(mail.text).toContain(url);
  expect(mail.subject).not.toMatch(/[\r\n]/);
});

test('a member who signs in sees the workspace, and a browser that was never signed in does not', async () => {
  const owner = await createPerson(parley);
  const browser = await signInAs(parley, owner);
  expect((await browser.call('GET', '/app/v1/workspace/invitations')).status).toBe(200);
  expect((await openBrowser(parley).call('GET', '/app/v1/workspace/invitations')).status).toBe(401);
});
