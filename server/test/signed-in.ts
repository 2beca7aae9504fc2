import { hashPassword, replacePassword } from '../src/features/identity/sign-in/index.ts';
import type { Account, ResponseTo, TestParley } from './harness.ts';

export const testPassword = 'correct horse battery staple';

/** Hashed with little work, because most tests are not about the strength of the hash. */
export async function giveTestPassword(
  parley: Pick<TestParley, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  const hash = await hashPassword(testPassword, { log2N: 10, r: 8, p: 1 });
  await replacePassword(parley.db, userId, hash, parley.clock.now());
}

/** A browser: it sends its cookie and the origin of Parley's own pages. */
export interface TestBrowser {
  call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
    more?: Record<string, string>,
  ): ResponseTo<Method, Path>;
}

let browserNumber = 0;

/** A browser that is not signed in. Each has another address behind the proxy, so that they share no rate window. */
export function openBrowser(parley: TestParley, userAgent = 'test'): TestBrowser {
  const number = ++browserNumber;
  let cookie = '';
  return {
    async call(method, path, body, more) {
      const headers = {
        origin: parley.url,
        cookie,
        'user-agent': userAgent,
        'x-forwarded-for': `2001:db8:${number}::1`,
        ...more,
      };
      const response = await parley.request(method, path, { body, headers });
      const set = response.headers.getSetCookie().find((text) => text.startsWith('parley_sign_in='));
      if (set) cookie = set.split(';')[0] as string;
      return response;
    },
  };
}

/** A browser in which this account is signed in with `testPassword`. */
export async function signInAs(
  parley: TestParley,
  account: Account & { email: string },
  userAgent?: string,
): Promise<TestBrowser> {
  const browser = openBrowser(parley, userAgent);
  const answer = await browser.call('POST', '/app/sign-in', {
    email: account.email,
    password: testPassword,
  });
  if (answer.status !== 200) throw new Error(`Signing in failed: ${answer.text}`);
  return browser;
}

let personNumber = 0;

/** An account with a password. */
export async function createPerson(
  parley: TestParley,
  input: Parameters<TestParley['account']>[0] = {},
): Promise<Account & { email: string }> {
  const email = `colleague${++personNumber}@example.com`;
  const account = await parley.account({ ...input, email });
  await giveTestPassword(parley, account.user_id);
  return { ...account, email };
}
