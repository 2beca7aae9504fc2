import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, startParley, type TestParley } from '../../../test/harness.ts';
import { openLink, publishTest } from '../../../test/participant-link.ts';
import { createPerson, signInAs } from '../../../test/signed-in.ts';
import { sql } from '../../platform/database/index.ts';

let parley: TestParley;
let owner: Account;
beforeAll(async () => {
  parley = await startParley({ env: { TRUST_PROXY: 'true' } });
  owner = await parley.account();
});
afterAll(() => parley.stop());

const once = (key: string) => ({ 'idempotency-key': key });
const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };

/** A member who invited somebody to a test of a private project that is shared with the member. */
async function inviteAsMember() {
  const member = await parley.account({ workspace_id: owner.workspace_id, role: 'member' });
  const memberId = (await member.get('/v1/me')).body.data.id as string;
  const project = (
    await owner.post('/v1/projects', { name: 'Private', visibility: 'private', member_ids: [memberId] })
  ).body.data.id as string;
  const made = await publishTest(owner, project, { questions: [{ type: 'open', text: 'Why?' }] });
  const invite = (body: unknown = { participants: [{ email: 'mina@example.com' }] }) =>
    member.post(`/v1/engage/tests/${made.id}/invitations`, body, once('invite'));
  const first = await invite();
  expect(first.status).toBe(201);
  return { memberId, project, invite, first };
}

test('a replay is refused with 403 after the project is no longer shared with the user', async () => {
  const { project, memberId, invite, first } = await inviteAsMember();
  expect((await invite()).text).toBe(first.text);
  await owner.patch(`/v1/projects/${project}`, { member_ids: [] });
  expect(await invite()).toMatchObject(forbidden);
  // A body that fails validation is replayed from another place.
  expect(await invite({ nothing: true })).toMatchObject(forbidden);
  await owner.patch(`/v1/projects/${project}`, { member_ids: [memberId] });
  expect((await invite()).text).toBe(first.text);
});

test('a replay is refused with 403 after the user has become a viewer', async () => {
  const { memberId, invite } = await inviteAsMember();
  const changed = await owner.patch(`/v1/workspace/members/${memberId}`, { role: 'viewer' });
  expect(changed.status).toBe(200);
  expect(await invite()).toMatchObject(forbidden);
});

test('a record that was deleted since does not refuse a replay', async () => {
  const project = (await owner.post('/v1/projects', { name: 'Gone soon' })).body.data.id;
  const create = () => owner.post(`/v1/projects/${project}/tags`, { name: 'Price' }, once('gone'));
  const first = await create();
  await owner.delete(`/v1/projects/${project}`);
  expect((await create()).text).toBe(first.text);
});

/** An admin with a browser, and the responses to requests that only owners and admins may make. */
async function actAsAdmin() {
  const admin = await createPerson(parley, { workspace_id: owner.workspace_id, role: 'admin' });
  const browser = await signInAs(parley, admin);
  const email = `invited-by-${admin.user_id}@example.com`;
  const invited = await owner.post('/v1/workspace/invitations', { email: `old-${email}` });
  const path = '/v1/workspace/invitations';
  const again = `${path}/${invited.body.data.id}/resend`;
  await parley.db.query(sql`
    update member_invitations set updated_at = updated_at - interval '1 hour' where id = ${invited.body.data.id}`);
  const requests = {
    invite: () => admin.post(path, { email }, once('invite')),
    'invite with a bad body': () => admin.post(path, {}, once('invite')),
    resend: () => admin.post(again, {}, once('resend')),
    key: () => browser.call('POST', '/app/v1/api_keys', { name: 'CI' }, once('key')),
    'key with a bad body': () => browser.call('POST', '/app/v1/api_keys', {}, once('key')),
  };
  const first: Record<string, string> = {};
  for (const [name, send] of Object.entries(requests)) {
    const { status, text } = await send();
    expect({ name, status }).toEqual({ name, status: name === 'resend' ? 200 : 201 });
    first[name] = text;
  }
  const become = (role: string) => owner.patch(`/v1/workspace/members/${admin.user_id}`, { role });
  return { browser, requests, first, become };
}

test('replays of an admin are refused with 403 after the admin has become a member, and sent again to an admin', async () => {
  const { requests, first, become } = await actAsAdmin();
  expect((await become('member')).status).toBe(200);
  for (const send of Object.values(requests)) expect(await send()).toMatchObject(forbidden);
  await become('admin');
  for (const [name, send] of Object.entries(requests)) expect((await send()).text).toBe(first[name]);
});

test('a viewer gets the stored response to a request that viewers may make', async () => {
  const viewer = await createPerson(parley, { workspace_id: owner.workspace_id, role: 'viewer' });
  const browser = await signInAs(parley, viewer);
  const end = () => browser.call('POST', '/app/v1/sign_ins/end_others', undefined, once('end'));
  const first = await end();
  expect(first.status).toBe(200);
  const again = await end();
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
    200,
    first.text,
    'true',
  ]);
});

/** A person who was invited and has started the response with a key. */
async function startInvited() {
  const project = (await owner.post('/v1/projects', { name: 'Invited' })).body.data.id as string;
  const made = await publishTest(owner, project, { questions: [{ type: 'open', text: 'Why?' }] });
  const invited = await owner.post(`/v1/engage/tests/${made.id}/invitations`, {
    participants: [{ email: 'nora@example.com', name: 'Nora Lind' }],
  });
  const [invitation] = invited.body.data;
  const link = openLink(parley, invitation.invite_url);
  const start = (body: object = {}) => link.post('/response', body, once('start'));
  const first = await start();
  expect(first.status).toBe(201);
  expect((await start()).text).toBe(first.text);
  return { invitation, link, start, first };
}

test('a link that was revoked gets no stored response', async () => {
  const { invitation, start } = await startInvited();
  expect((await owner.delete(`/v1/engage/invitations/${invitation.id}`)).status).toBe(200);
  expect(await start()).toMatchObject({ status: 422, body: { error: { details: [{ field: 'link' }] } } });
  const withBadBody = await start({ name: 7 });
  expect([withBadBody.status, withBadBody.headers.get('idempotent-replayed')]).toEqual([422, null]);
});

test('an erased person gets no stored response, and none is stored', async () => {
  const { invitation, start, link } = await startInvited();
  const stored = () => parley.db.query(sql`select 1 from idempotency_keys where user_id like 'link:%'`);
  const before = (await stored()).length;
  expect((await owner.post(`/v1/participants/${invitation.participant_id}/erase`)).status).toBe(200);
  expect(await stored()).toHaveLength(before - 1);
  expect((await start()).status).toBe(422);
  // The person may ask again whether everything is gone.
  for (const _ of [1, 2]) expect((await link.post('/withdraw', {}, once('withdraw'))).status).toBe(200);
});
