import { describe, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { createKey } from '../api-keys/index.ts';

const clock = createTestClock();
const parley = useParley({ clock });

describe('an account in an existing workspace', () => {
  test('refuses an account with another plan than that of the workspace, and creates one with the same plan', async () => {
    const owner = await parley.account({ plan: 'plus' });
    const { workspace_id } = owner;
    await expect(parley.account({ workspace_id, plan: 'free' })).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'plan', message: expect.stringContaining('plan set') }],
    });
    expect((await owner.get('/v1/me')).body.data.plan).toBe('plus');
    const member = await parley.account({ workspace_id, plan: 'plus' });
    expect((await member.get('/v1/me')).body.data).toMatchObject({ role: 'member', plan: 'plus' });
  });

  test('lists an account as a member if it is a researcher, and not if it is a participant', async () => {
    const owner = await parley.account();
    const { workspace_id } = owner;
    const member = await parley.account({ workspace_id, role: 'viewer' });
    await parley.account({ workspace_id, kind: 'participant' });
    const { body } = await owner.get('/v1/workspace/members');
    expect(body.data.map((row: { id: string }) => row.id).sort()).toEqual(
      [owner.user_id, member.user_id].sort(),
    );
    expect((await owner.get('/v1/workspace')).body.data).toMatchObject({
      owner_id: owner.user_id,
      member_count: 2,
      sends_mail: false,
    });
  });
});

test('an API key is valid before expires_at and returns 401 from that instant on', async () => {
  const { user_id } = await parley.account();
  const expires_at = new Date(clock.now().getTime() + 60_000);
  const { key } = await createKey(parley.db, user_id, { name: 'short', expires_at }, clock.now());
  const status = async () =>
    (await parley.request('GET', '/v1/me', { headers: { authorization: `Bearer ${key}` } })).status;
  clock.set(new Date(expires_at.getTime() - 1));
  expect(await status()).toBe(200);
  clock.set(expires_at);
  expect(await status()).toBe(401);
});
