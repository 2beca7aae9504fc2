import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../test/harness.ts';
import { giveTestPassword, testPassword } from '../../../../test/signed-in.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { plans } from '../../../foundation/plans.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();

const caps = plans.basic.caps;
const url = 'http://127.0.0.1:9/';
const webhook = (account: Account) => account.post('/v1/webhooks', { url, events: ['project.created'] });
const hook = (account: Account) =>
  account.post('/v1/automations/hooks', { event: 'project.created', target_url: url });
const created = (answers: { status: number }[]) => answers.filter(({ status }) => status === 201).length;

describe('the caps of a plan', () => {
  test('limit webhooks exactly under concurrent creates, and a deleted webhook does not count', async () => {
    const basic = await parley.account({ plan: 'basic' });
    const answers = await Promise.all(Array.from({ length: caps.webhooks + 4 }, () => webhook(basic)));
    expect(created(answers)).toBe(caps.webhooks);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused?.status).toBe(402);
    expect(refused?.body.error).toMatchObject({
      code: 'quota_exceeded',
      message: `Your plan allows ${caps.webhooks} webhooks in a workspace. Delete one that you no longer need, or choose a larger plan.`,
    });
    const id = answers.find(({ status }) => status === 201)?.body.data.id;
    expect((await basic.delete(`/v1/webhooks/${id}`)).status).toBe(200);
    expect((await webhook(basic)).status).toBe(201);
    expect((await webhook(basic)).status).toBe(402);
  });

  test('apply to all members of a workspace together, and to each workspace separately', async () => {
    const ada = await parley.account({ plan: 'basic' });
    const bob = await parley.account({ workspace_id: ada.workspace_id });
    for (let i = 0; i < caps.webhooks; i++) await webhook(ada);
    expect((await webhook(bob)).status).toBe(402);
    expect((await webhook(await parley.account({ plan: 'basic' }))).status).toBe(201);
  });

  test('limit automation hooks', async () => {
    const basic = await parley.account({ plan: 'basic' });
    const answers = await Promise.all(Array.from({ length: caps.automations + 4 }, () => hook(basic)));
    expect(created(answers)).toBe(caps.automations);
    expect(answers.find(({ status }) => status !== 201)?.body.error.code).toBe('quota_exceeded');
  });

  test('limit API keys, of which revoked and expired ones do not count', async () => {
    const account = await parley.account({ plan: 'basic', email: 'keys@example.com' });
    await giveTestPassword(parley, account.user_id);
    const headers = { origin: parley.url };
    const signedIn = await parley.request('POST', '/app/sign-in', {
      body: { email: 'keys@example.com', password: testPassword },
      headers,
    });
    const cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] as string;
    const newKey = () =>
      parley.request('POST', '/app/v1/api_keys', { body: { name: 'k' }, headers: { ...headers, cookie } });
    // The account already has one key.
    const answers = await Promise.all(Array.from({ length: caps.api_keys + 3 }, newKey));
    expect(created(answers)).toBe(caps.api_keys - 1);
    expect(answers.find(({ status }) => status !== 201)?.body.error.code).toBe('quota_exceeded');
    await account.revokeKey();
    expect((await newKey()).status).toBe(201);
    expect((await newKey()).status).toBe(402);
    await parley.db.query(sql`
      update api_keys set expires_at = ${parley.clock.now()} where id = ${
        answers.find(({ status }) => status === 201)?.body.data.id
      }`);
    expect((await newKey()).status).toBe(201);
  });
});
