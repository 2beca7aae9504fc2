import { describe, expect, test } from 'vitest';
import { fields } from '../../../../test/faults.ts';
import { type Account, until } from '../../../../test/harness.ts';
import { createPerson, signInAs } from '../../../../test/signed-in.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley({ env: { TRUST_PROXY: 'true' } });
const secondNode = useParley({ sameDatabaseAs: parley });

const membersOf = async (who: Account) => (await who.get('/v1/workspace/members')).body.data;
const path = (member: Account) => `/v1/workspace/members/${member.user_id}`;

async function team() {
  const owner = await parley.account();
  const { workspace_id } = owner;
  const admin = await parley.account({ workspace_id, role: 'admin' });
  const member = await parley.account({ workspace_id });
  return { owner, admin, member };
}

describe('PATCH /v1/me', () => {
  test('changes name, time zone and theme, on every node and also for a viewer', async () => {
    const { workspace_id } = await parley.account();
    const viewer = await parley.account({ workspace_id, role: 'viewer' });
    expect((await viewer.get('/v1/me')).body.data).toMatchObject({ timezone: 'UTC', theme: 'system' });
    const change = { name: 'Grace Hopper', timezone: 'America/New_York', theme: 'dark' };
    const changed = await viewer.patch('/v1/me', change);
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject(change);
    for (const node of [parley, secondNode]) {
      const headers = { authorization: `Bearer ${viewer.key}` };
      expect((await node.request('GET', '/v1/me', { headers })).body.data).toMatchObject(change);
    }
  });

  test.each([
    [{}, ''],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ theme: 'sepia' }, 'theme'],
    [{ role: 'owner' }, 'role'],
  ])('returns 422 for %j', async (body, field) => {
    const answer = await (await parley.account()).patch('/v1/me', body);
    expect(answer.status).toBe(422);
    if (field) expect(fields(answer)).toEqual([field]);
  });
});

describe('PATCH /v1/workspace', () => {
  test('sets and removes the retention period', async () => {
    const owner = await parley.account();
    const set = await owner.patch('/v1/workspace', { retention_days: 365, name: 'Acme' });
    expect(set.body.data).toMatchObject({ retention_days: 365, name: 'Acme' });
    const named = await owner.patch('/v1/workspace', { name: 'Acme Research' });
    expect(named.body.data).toMatchObject({ retention_days: 365, name: 'Acme Research' });
    const removed = await owner.patch('/v1/workspace', { retention_days: null });
    expect(removed.body.data.retention_days).toBeNull();
    expect((await owner.patch('/v1/workspace', { retention_days: 0 })).status).toBe(422);
  });
});

describe('the role of a member', () => {
  test('applies a new role on every node when the response arrives', async () => {
    const { owner, member } = await team();
    const headers = { authorization: `Bearer ${member.key}` };
    const create = () => secondNode.request('POST', '/v1/projects', { body: { name: 'A project' }, headers });
    expect((await create()).status).toBe(201);
    const changed = await owner.patch(path(member), { role: 'viewer' });
    expect(changed.body.data).toMatchObject({ id: member.user_id, role: 'viewer' });
    expect((await create()).status).toBe(403);
  });

  test('the role of a member can be changed by an admin, who cannot make or change an owner', async () => {
    const { owner, admin, member } = await team();
    expect((await admin.patch(path(member), { role: 'admin' })).status).toBe(200);
    expect((await admin.patch(path(member), { role: 'owner' })).status).toBe(403);
    expect((await admin.patch(path(owner), { role: 'member' })).status).toBe(403);
    expect((await admin.delete(path(owner))).status).toBe(403);
    expect((await owner.patch(path(member), { role: 'owner' })).status).toBe(200);
    expect((await owner.patch(path(owner), { role: 'member' })).status).toBe(200);
    expect((await owner.patch(path(admin), { role: 'viewer' })).status).toBe(403);
  });

  test('refuses to change the role of the last owner or to remove the last owner', async () => {
    const { owner } = await team();
    expect(fields(await owner.patch(path(owner), { role: 'admin' }))).toEqual(['role']);
    expect(fields(await owner.delete(path(owner)))).toEqual(['user_id']);
    expect((await owner.patch(path(owner), { role: 'owner' })).status).toBe(200);
  });

  test('leaves one owner when two owners demote each other at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, admin } = await team();
      await owner.patch(path(admin), { role: 'owner' });
      const answers = await Promise.all([
        owner.patch(path(admin), { role: 'member' }),
        admin.patch(path(owner), { role: 'member' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const owners = (await membersOf(owner)).filter(({ role }: { role: string }) => role === 'owner');
      expect(owners).toHaveLength(1);
    }
  });

  test('leaves one owner when two owners demote themselves at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, admin } = await team();
      await owner.patch(path(admin), { role: 'owner' });
      const answers = await Promise.all([
        owner.patch(path(owner), { role: 'member' }),
        admin.patch(path(admin), { role: 'member' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });
});

describe('removing a member', () => {
  test('ends keys and sign-ins at once on every node, and frees the address', async () => {
    const { owner } = await team();
    const member = await createPerson(parley, { workspace_id: owner.workspace_id });
    const browser = await signInAs(parley, member);
    const headers = { authorization: `Bearer ${member.key}` };
    expect((await secondNode.request('GET', '/v1/me', { headers })).status).toBe(200);
    expect((await browser.call('GET', '/app/v1/me')).status).toBe(200);
    const removed = await owner.delete(path(member));
    expect(removed.body).toEqual({ data: { id: member.user_id, deleted: true } });
    expect((await secondNode.request('GET', '/v1/me', { headers })).status).toBe(401);
    expect((await member.get('/v1/me')).status).toBe(401);
    expect((await browser.call('GET', '/app/v1/me')).status).toBe(401);
    expect(await membersOf(owner)).toHaveLength(3);
    expect((await owner.delete(path(member))).status).toBe(404);
    const again = await owner.post('/v1/workspace/invitations', { email: member.email });
    expect(again.status).toBe(201);
  });

  test('gives their projects to an owner and ends what was shared with them', async () => {
    const { owner, admin, member } = await team();
    const own = (await member.post('/v1/projects', { name: 'Own' })).body.data;
    const deleted = (await member.post('/v1/projects', { name: 'Deleted' })).body.data;
    await member.delete(`/v1/projects/${deleted.id}`);
    const member_ids = [member.user_id, admin.user_id];
    const shared = (await owner.post('/v1/projects', { name: 'Shared', member_ids })).body.data;
    const card = (
      await owner.post(`/v1/projects/${shared.id}/cards`, { title: 'Do it', assignee_id: member.user_id })
    ).body.data;
    expect((await admin.delete(path(member))).status).toBe(200);
    expect((await owner.get(`/v1/projects/${own.id}`)).body.data.owner_id).toBe(owner.user_id);
    expect((await owner.post(`/v1/projects/${deleted.id}/restore`)).status).toBe(200);
    expect((await owner.get(`/v1/projects/${shared.id}`)).body.data.member_ids).toEqual([admin.user_id]);
    expect((await owner.get(`/v1/cards/${card.id}`)).body.data.assignee_id).toBeNull();
  });

  test('ends their webhooks and automation hooks instead of passing them on', async () => {
    const { owner, member } = await team();
    await member.post('/v1/projects', { name: 'Shared', visibility: 'workspace' });
    const url = 'http://127.0.0.1:9/hook';
    const webhook = (await member.post('/v1/webhooks', { url, events: ['tag.created'] })).body.data;
    await member.post('/v1/automations/hooks', { event: 'tag.created', target_url: url });
    await owner.delete(path(member));
    expect((await owner.get(`/v1/webhooks/${webhook.id}`)).status).toBe(404);
    expect((await owner.get('/v1/webhooks')).body.data).toEqual([]);
    expect((await owner.get('/v1/automations/hooks')).body.data).toEqual([]);
  });

  test('loses no project that they create at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, member } = await team();
      const created = Array.from({ length: 4 }, (_, i) => member.post('/v1/projects', { name: `P${i}` }));
      const answers = await Promise.all([owner.delete(path(member)), ...created]);
      expect(answers[0]?.status).toBe(200);
      const made = answers.slice(1).filter(({ status }) => status === 201);
      const [row] = await parley.db.query<{ count: number }>(
        sql`select count(*) as count from projects where owner_id = ${owner.user_id}`,
      );
      expect(row?.count).toBe(made.length);
    }
  });

  test('leaves one admin when two admins remove each other at the same time', async () => {
    const { owner, admin, member } = await team();
    await owner.patch(path(member), { role: 'admin' });
    const answers = await Promise.all([admin.delete(path(member)), member.delete(path(admin))]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(await membersOf(owner)).toHaveLength(2);
  });
});

test('lets only one of two admins take the role from the other at the same time', async () => {
  const { owner, admin } = await team();
  const other = await parley.account({ workspace_id: owner.workspace_id, role: 'admin' });
  // Both requests are authenticated as admins before the first one changes a role.
  const changes = await parley.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from workspaces where id = ${owner.workspace_id} for no key update`);
    const sent = [admin.patch(path(other), { role: 'member' }), other.patch(path(admin), { role: 'member' })];
    await until(async () => {
      const waiting = await parley.db.query(sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
      return waiting.length === 2;
    }, 'both requests to wait');
    return sent;
  });
  expect((await Promise.all(changes)).map(({ status }) => status).sort()).toEqual([200, 403]);
});
