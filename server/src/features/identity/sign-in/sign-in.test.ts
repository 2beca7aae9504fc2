import { describe, expect, it } from 'vitest';
import {
  createTestClock,
  startParley,
  type TestParley,
  type TestResponse,
} from '../../../../test/harness.ts';
import { giveTestPassword, testPassword as password } from '../../../../test/signed-in.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const day = 86_400_000;
const clock = createTestClock();

// Behind a proxy, so that each user has a different IP address and only the throttling tests are throttled.
const parley = useParley({ clock, env: { TRUST_PROXY: 'true' } });

let number = 0;

async function person(input: Parameters<TestParley['account']>[0] = {}) {
  const email = `reader${++number}@example.com`;
  const account = await parley.account({ ...input, email });
  await giveTestPassword(parley, account.user_id);
  return { ...account, email };
}

const own = () => ({ origin: parley.url, 'x-forwarded-for': `2001:db8:0:${number}::1` });
const signIn = (email: string, word = password, headers: Record<string, string> = own()) =>
  parley.request('POST', '/app/sign-in', { body: { email, password: word }, headers });
const cookieOf = (answer: TestResponse) => (answer.headers.get('set-cookie') ?? '').split(';')[0] as string;
const as = <const Method extends string, const Path extends string>(
  cookie: string,
  method: Method,
  path: Path,
  body?: unknown,
  headers: Record<string, string> = own(),
) => parley.request(method, path, { body, headers: { cookie, ...headers } });

describe('signing in', () => {
  it('gives access to the routes of the API and to those of the settings', async () => {
    const { email, user_id } = await person();
    const answer = await signIn(email.toUpperCase());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { user_id } });
    const cookie = cookieOf(answer);
    const me = await as(cookie, 'GET', '/app/v1/me');
    expect(me.status).toBe(200);
    expect(me.body.data).toMatchObject({ email, api_key: null });
    const made = await as(cookie, 'POST', '/app/v1/projects', { name: 'From the browser' });
    expect(made.status).toBe(201);
    const key = await as(cookie, 'POST', '/app/v1/api_keys', { name: 'laptop' });
    expect(key.status).toBe(201);
    const byKey = await parley.request('GET', '/v1/me', {
      headers: { authorization: `Bearer ${key.body.data.key}` },
    });
    expect(byKey.body.data.email).toBe(email);
  });

  it('ends the former sign-in of the same browser', async () => {
    const { email } = await person();
    const former = cookieOf(await signIn(email));
    const answer = await signIn(email, password, { ...own(), cookie: former });
    expect((await as(former, 'GET', '/app/v1/me')).status).toBe(401);
    expect((await as(cookieOf(answer), 'GET', '/app/v1/me')).status).toBe(200);
  });

  it('sets a cookie that scripts and other sites cannot use, and stores only its hash', async () => {
    const { email } = await person();
    const answer = await signIn(email);
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^parley_sign_in=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const token = cookieOf(answer).split('=')[1] as string;
    const [row] = await parley.db.query<{ text: string }>(
      sql`select string_agg(encode(token_hash, 'escape'), ' ') as text from sign_ins`,
    );
    expect(row?.text).not.toContain(token);
  });

  it('sets a Secure cookie with the __Host- prefix if PUBLIC_URL is https', async () => {
    const secure = await startParley({ env: { PUBLIC_URL: 'https://parley.example.com' } });
    try {
      const { user_id } = await secure.account({ email: 'ada@example.com' });
      await giveTestPassword(secure, user_id);
      const answer = await secure.request('POST', '/app/sign-in', {
        body: { email: 'ada@example.com', password },
        headers: { origin: 'https://parley.example.com' },
      });
      const [cookie, browser] = answer.headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-parley_sign_in=.*; Path=\/;.*; Secure$/);
      expect(browser).toMatch(/^__Host-parley_browser=.*; Path=\/;.*; HttpOnly; .*; Secure$/);
    } finally {
      await secure.stop();
    }
  });

  it('returns the same 401 for a wrong password, an unknown address and an account without a password', async () => {
    const { email } = await person();
    const { user_id } = await parley.account({ email: 'nopassword@example.com' });
    expect(user_id).toBeTruthy();
    const answers = [
      await signIn(email, 'not the password'),
      await signIn('nobody@example.com'),
      await signIn('nopassword@example.com'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(answers[0]?.body);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  it('returns 422 in the error envelope for invalid input', async () => {
    for (const body of [
      {},
      [],
      { email: 1, password: 2 },
      { email: 'a\0', password: 'b' },
      '{',
      { email: 'a', password: 'b', x: 1 },
    ]) {
      const answer = await parley.request('POST', '/app/sign-in', { body, headers: own() });
      expect(answer.status).toBe(422);
      expect(answer.body.error.code).toBe('validation_failed');
    }
  });

  it('ends a sign-in from the next request on after a sign-out', async () => {
    const { email } = await person();
    const cookie = cookieOf(await signIn(email));
    const out = await as(cookie, 'POST', '/app/sign-out');
    expect(out.body).toEqual({ data: { signed_out: true } });
    expect(out.headers.get('set-cookie')).toMatch(/Max-Age=0/);
    expect((await as(cookie, 'GET', '/app/v1/me')).status).toBe(401);
  });

  it('reports the sign-in by GET /app/sign-in, and returns null without a sign-in', async () => {
    const { email, user_id } = await person();
    expect((await as('', 'GET', '/app/sign-in')).body).toEqual({ data: null });
    const cookie = cookieOf(await signIn(email));
    expect((await as(cookie, 'GET', '/app/sign-in')).body).toEqual({ data: { user_id } });
  });

  it('lasts 30 days from its last use', async () => {
    const { email } = await person();
    const cookie = cookieOf(await signIn(email));
    clock.advance(29 * day);
    const used = await as(cookie, 'GET', '/app/v1/me');
    expect(used.status).toBe(200);
    expect(used.headers.get('set-cookie')).toContain(`${cookie};`);
    clock.advance(29 * day);
    expect((await as(cookie, 'GET', '/app/v1/me')).status).toBe(200);
    clock.advance(30 * day);
    expect((await as(cookie, 'GET', '/app/v1/me')).status).toBe(401);
  });
});

describe('/app/v1', () => {
  it('returns 401 for a browser that is not signed in, even for unknown paths', async () => {
    for (const path of ['/app/v1/me', '/app/v1/nothing']) {
      for (const cookie of ['', 'parley_sign_in=', 'parley_sign_in=guess', 'other=1; parley_sign_in']) {
        const answer = await as(cookie, 'GET', path);
        expect(answer.status).toBe(401);
        expect(answer.headers.get('x-request-id')).toBeTruthy();
      }
    }
  });

  it('returns 401 for an API key, as /v1 does for a cookie', async () => {
    const { email, key } = await person();
    const cookie = cookieOf(await signIn(email));
    const byKey = await parley.request('GET', '/app/v1/me', { headers: { authorization: `Bearer ${key}` } });
    expect(byKey.status).toBe(401);
    expect((await as(cookie, 'GET', '/v1/me')).status).toBe(401);
    expect(
      (await parley.request('GET', '/v1/api_keys', { headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(404);
  });

  it('refuses participants with 403 and the free plan with 402, as /v1 does', async () => {
    const participant = await person({ kind: 'participant' });
    const free = await person({ plan: 'free' });
    for (const [who, status, code] of [
      [participant, 403, 'forbidden'],
      [free, 402, 'plan_required'],
    ] as const) {
      const cookie = cookieOf(await signIn(who.email));
      for (const path of ['/app/v1/me', '/app/v1/projects', '/app/v1/api_keys']) {
        const answer = await as(cookie, 'GET', path);
        expect([answer.status, answer.body.error.code]).toEqual([status, code]);
      }
      expect((await who.get('/v1/me')).status).toBe(status);
    }
  });

  it('returns 403 for changes that another site starts', async () => {
    const { email } = await person();
    const cookie = cookieOf(await signIn(email));
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'not a url' },
      { origin: parley.url, 'sec-fetch-site': 'cross-site' },
      { origin: parley.url, 'sec-fetch-site': 'same-site' },
      {},
    ];
    for (const headers of foreign) {
      for (const [method, path, body] of [
        ['POST', '/app/v1/projects', { name: 'Forged' }],
        ['POST', '/app/v1/api_keys', { name: 'forged' }],
        ['POST', '/app/sign-out', undefined],
        ['POST', '/app/password', { current_password: password, new_password: 'another password' }],
        ['POST', '/app/sign-in', { email, password }],
      ] as const) {
        const answer = await as(cookie, method, path, body, headers);
        expect([path, answer.status]).toEqual([path, 403]);
      }
    }
    expect((await as(cookie, 'GET', '/app/v1/projects')).body.data).toEqual([]);
    expect(
      (await as(cookie, 'POST', '/app/v1/projects', { name: 'Own' }, { 'sec-fetch-site': 'same-origin' }))
        .status,
    ).toBe(201);
  });
});

describe('a password', () => {
  it('a password can be changed with the current password, which signs out every other browser', async () => {
    const { email } = await person();
    const here = cookieOf(await signIn(email));
    const elsewhere = cookieOf(await signIn(email));
    const change = (current_password: string, new_password: string) =>
      as(here, 'POST', '/app/password', { current_password, new_password });
    const wrong = await change('not the password', 'a longer password');
    expect(wrong.status).toBe(422);
    expect(wrong.body.error.details[0].field).toBe('current_password');
    expect((await change(password, 'short')).status).toBe(422);
    const changed = await change(password, 'a longer password');
    expect(changed.body).toEqual({ data: { changed: true } });
    expect((await as(cookieOf(changed), 'GET', '/app/v1/me')).status).toBe(200);
    for (const old of [here, elsewhere]) expect((await as(old, 'GET', '/app/v1/me')).status).toBe(401);
  });

  it('a password can be tried five times per minute; the sixth attempt returns 429 with Retry-After', async () => {
    const { email } = await person();
    const guesses = await Promise.all(Array.from({ length: 5 }, () => signIn(email, 'a guess')));
    expect(guesses.map(({ status }) => status)).toEqual(Array(5).fill(401));
    const answer = await signIn(email);
    expect(answer.status).toBe(429);
    expect(answer.body.error.code).toBe('rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('a password can be guessed by others without locking out a browser that has signed in before', async () => {
    const { email } = await person();
    const known = (await signIn(email)).headers.getSetCookie()[1]?.split(';')[0] as string;
    for (let i = 0; i < 5; i++) expect((await signIn(email, 'a guess')).status).toBe(401);
    expect((await signIn(email)).status).toBe(429);
    const fromKnown = (cookie: string, account = email) => signIn(account, password, { ...own(), cookie });
    const answer = await fromKnown(known);
    expect(answer.status).toBe(200);
    // A cookie that is forged, expired or for another account has no effect.
    const forged = known.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    expect((await fromKnown(forged)).status).toBe(429);
    const other = await person();
    const cookieOfOther = (await signIn(other.email)).headers.getSetCookie()[1]?.split(';')[0] as string;
    const headers = { ...own(), 'x-forwarded-for': `2001:db8:0:${number - 1}::1`, cookie: cookieOfOther };
    expect((await signIn(email, password, headers)).status).toBe(429);
    clock.advance(180 * day);
    expect((await signIn(email, password, { ...headers, cookie: known })).status).toBe(429);
  });

  it('a password can be tried five times per minute by changing it, independently of failed sign-ins', async () => {
    const { email } = await person();
    const cookie = cookieOf(await signIn(email));
    const change = (current_password: string) =>
      as(cookie, 'POST', '/app/password', { current_password, new_password: 'a longer password' });
    for (let i = 0; i < 5; i++) await signIn(email, 'a guess');
    for (let i = 0; i < 5; i++) expect((await change('a guess')).status).toBe(422);
    const refused = await change(password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('a password can be tried twenty times per minute from one IP address over all accounts', async () => {
    const alone = await startParley();
    try {
      // Concurrent: attempts are counted before the slow verification, so a slow machine counts the same.
      const answers = await Promise.all(
        Array.from({ length: 21 }, (_, i) =>
          alone.request('POST', '/app/sign-in', {
            body: { email: `victim${i}@example.com`, password: 'a guess' },
            headers: { origin: alone.url },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(401), 429]);
    } finally {
      await alone.stop();
    }
  });

  it('limits password attempts by the address that the proxy appends, not by addresses that the client sends', async () => {
    await person();
    const here = own()['x-forwarded-for'];
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, i) =>
        signIn(`other${i}@example.com`, 'a guess', {
          origin: parley.url,
          'x-forwarded-for': `203.0.113.${i}, ${here}`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(401), 429]);
  });
});
