import { type SmtpServer, startSmtpServer } from '@parley/testing';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, startParley, until } from '../../../../test/harness.ts';
import { createPerson, openBrowser, signInAs, testPassword } from '../../../../test/signed-in.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { createSignInLink } from './index.ts';

const clock = createTestClock();
const hour = 3_600_000;
let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
});
afterAll(() => smtp.close());
const parley = useParley(() => ({ clock, work: true, env: { SMTP_URL: smtp.url, TRUST_PROXY: 'true' } }));

const mailsTo = (address: string) => smtp.mails.filter(({ recipients }) => recipients.includes(address));
const request = (email: string, browser = openBrowser(parley)) =>
  browser.call('POST', '/app/password-reset', { email });

async function resetToken(email: string, count = 1): Promise<string> {
  const mail = await until(async () => mailsTo(email)[count - 1], `mail ${count} to ${email}`);
  const { text = '' } = await PostalMime.parse(mail.raw);
  return /\/reset#([\w-]+)/.exec(text)?.[1] as string;
}
const confirm = (token: string, new_password = 'a new password') =>
  openBrowser(parley).call('POST', '/app/password-reset/confirm', { token, new_password });
const queueIsEmpty = async () =>
  (await parley.db.query(sql`select 1 from tasks where kind = 'password_reset.mail'`)).length === 0;

describe('a new password by mail', () => {
  test('a new password by mail can be set once, signs in and ends all other sign-ins', async () => {
    const person = await createPerson(parley);
    const elsewhere = await signInAs(parley, person);
    expect((await request(person.email.toUpperCase())).body).toEqual({
      data: { requested: true, sends_mail: true },
    });
    const token = await resetToken(person.email);
    const browser = openBrowser(parley);
    const check = await browser.call('POST', '/app/password-reset/check', { token });
    expect(check.body).toEqual({ data: { email: person.email } });
    const done = await browser.call('POST', '/app/password-reset/confirm', {
      token,
      new_password: 'a new password',
    });
    expect(done.body).toEqual({ data: { user_id: person.user_id } });
    expect((await browser.call('GET', '/app/v1/me')).status).toBe(200);
    expect((await elsewhere.call('GET', '/app/v1/me')).status).toBe(401);
    expect((await confirm(token)).status).toBe(404);
    const old = await openBrowser(parley).call('POST', '/app/sign-in', {
      email: person.email,
      password: testPassword,
    });
    expect(old.status).toBe(401);
    // API keys are not passwords: programs continue to work.
    expect((await person.get('/v1/me')).status).toBe(200);
  });

  test('gets the same answer for an address without an account, and no mail', async () => {
    const person = await createPerson(parley);
    await parley.account({ email: 'participant@example.org', kind: 'participant' });
    const answers = [
      await request(person.email),
      await request('unknown@example.org'),
      await request('participant@example.org'),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    await resetToken(person.email);
    await until(queueIsEmpty, 'the queue');
    expect(mailsTo('unknown@example.org')).toEqual([]);
    expect(mailsTo('participant@example.org')).toEqual([]);
  });

  test('sets a new password by mail within an hour', async () => {
    const person = await createPerson(parley);
    await request(person.email);
    const token = await resetToken(person.email);
    clock.advance(hour);
    expect((await confirm(token)).status).toBe(404);
    await parley.sweep();
    expect(
      await parley.db.query(sql`select 1 from one_time_links where expires_at <= ${clock.now()}`),
    ).toEqual([]);
  });

  test('sets only one password when two requests use one link', async () => {
    const person = await createPerson(parley);
    await request(person.email);
    const token = await resetToken(person.email);
    const answers = await Promise.all([confirm(token, 'the first one'), confirm(token, 'the second one')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('does not send a link if its task starts after the time in which the link would work', async () => {
    const laterClock = createTestClock();
    const later = await startParley({ clock: laterClock, env: { SMTP_URL: smtp.url } });
    try {
      const person = await createPerson(later);
      expect((await request(person.email, openBrowser(later))).status).toBe(200);
      laterClock.advance(2 * hour);
      later.startWork();
      const tasks = sql`select 1 from tasks where kind = 'password_reset.mail'`;
      await until(async () => (await later.db.query(tasks)).length === 0, 'the end of the task');
      expect(mailsTo(person.email)).toEqual([]);
    } finally {
      await later.stop();
    }
  });

  test('ends the links of earlier mails', async () => {
    const person = await createPerson(parley);
    await request(person.email);
    const first = await resetToken(person.email);
    await request(person.email);
    const second = await resetToken(person.email, 2);
    expect((await confirm(second)).status).toBe(200);
    expect((await confirm(first)).status).toBe(404);
  });

  test('mails at most five links an hour from one network, even to an address without an account', async () => {
    for (const email of [(await createPerson(parley)).email, 'noone@example.org']) {
      const browser = openBrowser(parley);
      const statuses = [];
      for (let i = 0; i < 6; i++) statuses.push((await request(email, browser)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  test('a new password by mail cannot be requested or set from the page of another site', async () => {
    for (const [path, body] of [
      ['/app/password-reset', { email: 'a@example.org' }],
      ['/app/password-reset/check', { token: 'x' }],
      ['/app/password-reset/confirm', { token: 'x', new_password: 'a new password' }],
      ['/app/sign-in-link', { token: 'x' }],
    ] as const) {
      const headers = { origin: 'https://evil.example' };
      expect((await parley.request('POST', path, { body, headers })).status).toBe(403);
    }
  });
});

describe('a sign-in link', () => {
  const tokenOf = async (userId: string) => {
    const link = await createSignInLink(parley.db, 'https://parley.example.com', userId, clock.now());
    expect(link).toMatch(/^https:\/\/parley\.example\.com\/sign-in#[\w-]{43}$/);
    return link.split('#')[1] as string;
  };
  const open = (token: string, browser = openBrowser(parley)) =>
    browser.call('POST', '/app/sign-in-link', { token });

  test('signs in once', async () => {
    const { user_id } = await createPerson(parley);
    const token = await tokenOf(user_id);
    const browser = openBrowser(parley);
    expect((await open(token, browser)).body).toEqual({ data: { user_id } });
    expect((await browser.call('GET', '/app/v1/me')).body.data.id).toBe(user_id);
    expect((await open(token)).status).toBe(404);
  });

  test('works for a day, and not to set a password', async () => {
    const { user_id } = await createPerson(parley);
    const token = await tokenOf(user_id);
    expect((await confirm(token)).status).toBe(404);
    clock.advance(24 * hour);
    expect((await open(token)).status).toBe(404);
  });
});

describe('the list of sign-ins', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

  test('shows each browser and its last use, and marks the current one', async () => {
    const person = await createPerson(parley);
    const here = await signInAs(parley, person, firefox);
    clock.advance(60_000);
    const elsewhere = await signInAs(parley, person);
    const { data } = (await here.call('GET', '/app/v1/sign_ins')).body;
    expect(data).toMatchObject([
      { browser: null, current: false },
      { browser: 'Firefox on Linux', current: true },
    ]);
    expect(JSON.stringify(data)).not.toContain('Mozilla');
    clock.advance(10 * 60_000);
    await here.call('GET', '/app/v1/me');
    const after = (await elsewhere.call('GET', '/app/v1/sign_ins')).body.data;
    expect(after[0]).toMatchObject({ browser: 'Firefox on Linux', current: false });
    expect(after[0].last_used_at).toBe(clock.now().toISOString());
  });

  test('ends one sign-in from the next request on, and only an own one', async () => {
    const person = await createPerson(parley);
    const here = await signInAs(parley, person);
    const elsewhere = await signInAs(parley, person);
    const other = await signInAs(parley, await createPerson(parley));
    const [{ id }] = (await elsewhere.call('GET', '/app/v1/sign_ins')).body.data.filter(
      ({ current }: { current: boolean }) => current,
    );
    expect((await other.call('DELETE', `/app/v1/sign_ins/${id}`)).status).toBe(404);
    expect((await here.call('DELETE', `/app/v1/sign_ins/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await elsewhere.call('GET', '/app/v1/me')).status).toBe(401);
    expect((await here.call('GET', '/app/v1/me')).status).toBe(200);
  });

  test('ends all others at once', async () => {
    const person = await createPerson(parley);
    const here = await signInAs(parley, person);
    const others = [await signInAs(parley, person), await signInAs(parley, person)];
    expect((await here.call('POST', '/app/v1/sign_ins/end_others')).body.data).toEqual({ ended: 2 });
    for (const browser of others) expect((await browser.call('GET', '/app/v1/me')).status).toBe(401);
    expect((await here.call('GET', '/app/v1/sign_ins')).body.data).toHaveLength(1);
  });

  test('refuses the list of sign-ins to API keys', async () => {
    const person = await createPerson(parley);
    expect((await person.get('/v1/sign_ins')).status).toBe(404);
  });
});
