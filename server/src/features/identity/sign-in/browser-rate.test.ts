import { expect, test } from 'vitest';
import { startParley } from '../../../../test/harness.ts';
import { giveTestPassword, testPassword } from '../../../../test/signed-in.ts';

const refused = (answers: { status: number }[]) => answers.filter(({ status }) => status === 429).length;

test('a signed-in browser has its own rate limit, far above that of an API key', async () => {
  const parley = await startParley({ env: { RATE_LIMIT_SELF_HOSTED: '5' } });
  try {
    const account = await parley.account({ email: 'clicks@example.com' });
    await giveTestPassword(parley, account.user_id);
    const signedIn = await parley.request('POST', '/app/sign-in', {
      body: { email: 'clicks@example.com', password: testPassword },
      headers: { origin: parley.url },
    });
    const cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] as string;
    const programs = await Promise.all(Array.from({ length: 8 }, () => account.get('/v1/me')));
    expect(refused(programs)).toBe(3);
    const click = () => parley.request('GET', '/app/v1/me', { headers: { cookie } });
    const clicks = await Promise.all(Array.from({ length: 80 }, click));
    expect(refused(clicks)).toBe(0);
    expect(clicks[0]?.headers.get('x-ratelimit-limit')).toBe('3000');
  } finally {
    await parley.stop();
  }
});
