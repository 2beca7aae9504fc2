import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startParley, type TestParley } from '../../../test/harness.ts';

let parley: TestParley;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

describe('an account that joins a workspace', () => {
  test('can not change the plan of everybody in it, but may name the plan it is on', async () => {
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

  test('shows up among the members, and a participant does not', async () => {
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
    });
  });
});
