import { describe, expect, test } from 'vitest';
import { createTestClock } from '../../../test/harness.ts';
import { useAccount, useParley } from '../../../test/use-parley.ts';

const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);

describe('a project', () => {
  test('creates a private project with four lanes, and GET returns the same', async () => {
    const created = await ada.post('/v1/projects', { name: 'Checkout', metadata: { team: 'growth' } });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      name: 'Checkout',
      description: null,
      status: 'active',
      visibility: 'private',
      owner_id: ada.user_id,
      workspace_id: ada.workspace_id,
      lane_count: 4,
      file_count: 0,
      metadata: { team: 'growth' },
    });
    const read = await ada.get(`/v1/projects/${created.body.data.id}`);
    expect(read.body).toEqual(created.body);
  });

  test('emits project.created with the project as GET returns it', async () => {
    const { body } = await ada.post('/v1/projects', { name: 'Emitted' });
    const events = await ada.get(`/v1/events?project_id=${body.data.id}`);
    expect(events.body.data).toHaveLength(1);
    expect(events.body.data[0]).toMatchObject({ type: 'project.created', data: body.data });
    expect((await ada.get(`/v1/events/${events.body.data[0].id}`)).body.data).toEqual(events.body.data[0]);
  });

  test('emits project.updated only if its name or description changed', async () => {
    const { body } = await ada.post('/v1/projects', { name: 'Before', description: 'same' });
    const id = body.data.id;
    await ada.patch(`/v1/projects/${id}`, { name: 'Before', description: 'same' });
    await ada.patch(`/v1/projects/${id}`, { metadata: { a: 'b' } });
    await ada.patch(`/v1/projects/${id}`, { status: 'archived' });
    expect((await ada.get(`/v1/events?project_id=${id}&type=project.updated`)).body.data).toEqual([]);
    const changed = await ada.patch(`/v1/projects/${id}`, { name: 'After' });
    const events = await ada.get(`/v1/events?project_id=${id}&type=project.updated`);
    expect(events.body.data).toHaveLength(1);
    expect(events.body.data[0].data).toEqual(changed.body.data);
  });

  test('a project has the same updated_at after a PATCH that changes nothing', async () => {
    const { body } = await ada.post('/v1/projects', { name: 'Still', metadata: { a: 'b' } });
    clock.advance(1000);
    const same = await ada.patch(`/v1/projects/${body.data.id}`, { name: 'Still', metadata: { a: 'b' } });
    expect(same.body).toEqual(body);
    const changed = await ada.patch(`/v1/projects/${body.data.id}`, { metadata: {} });
    expect(changed.body.data.updated_at).toBe(clock.now().toISOString());
  });

  test('a project has archived_at while it is archived, and null when it is active again', async () => {
    const { body } = await ada.post('/v1/projects', { name: 'Old' });
    const archived = await ada.patch(`/v1/projects/${body.data.id}`, { status: 'archived' });
    expect(archived.body.data).toMatchObject({ status: 'archived', archived_at: clock.now().toISOString() });
    const active = await ada.patch(`/v1/projects/${body.data.id}`, { status: 'active' });
    expect(active.body.data).toMatchObject({ status: 'active', archived_at: null });
  });

  test('returns 404 when deleted, emits project.deleted with its last state, and can be restored for 30 days', async () => {
    const { body } = await ada.post('/v1/projects', { name: 'Going' });
    const path = `/v1/projects/${body.data.id}` as const;
    expect((await ada.delete(path)).body).toEqual({ data: { id: body.data.id, deleted: true } });
    expect((await ada.get(path)).status).toBe(404);
    expect((await ada.delete(path)).status).toBe(404);
    const [event] = (await ada.get(`/v1/events?project_id=${body.data.id}&type=project.deleted`)).body.data;
    expect(event.data).toMatchObject({
      id: body.data.id,
      name: 'Going',
      deleted_at: clock.now().toISOString(),
    });
    // One second before the end of the 30 days. The clock is reset for the other tests.
    const deletedAt = clock.now();
    clock.advance(30 * 86_400_000 - 1_000);
    const restored = await ada.post(`${path}/restore`);
    expect(restored.status).toBe(200);
    expect((await ada.get(path)).body.data.name).toBe('Going');
    expect((await ada.post(`${path}/restore`)).status).toBe(422);
    clock.set(deletedAt);
  });

  test('returns 404 for a restore after 30 days', async () => {
    const { body } = await ada.post('/v1/projects', { name: 'Gone' });
    const path = `/v1/projects/${body.data.id}`;
    await ada.delete(path);
    const deletedAt = clock.now();
    clock.advance(30 * 86_400_000 + 1_000);
    expect((await ada.post(`${path}/restore`)).status).toBe(404);
    expect((await ada.get(path)).status).toBe(404);
    clock.set(deletedAt);
  });

  test('refuses a project with 422 and one entry in details per fault', async () => {
    const answer = await ada.post('/v1/projects', {
      name: '',
      visibility: 'public',
      colour: 'red',
      metadata: { a: 1 },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.error).toMatchObject({
      code: 'validation_failed',
      message: 'Request validation failed',
    });
    expect(answer.body.error.details.map((row: { field: string }) => row.field).sort()).toEqual([
      'colour',
      'metadata.a',
      'name',
      'visibility',
    ]);
  });

  test('a project can be shared only with members of the workspace', async () => {
    const outsider = await parley.account();
    const answer = await ada.post('/v1/projects', { name: 'Shared', member_ids: [outsider.user_id] });
    expect(answer.body.error.details).toEqual([
      { field: 'member_ids.0', message: 'is not a member of this workspace.' },
    ]);
  });
});

describe('access to a project', () => {
  test('returns 403 to a member until it is shared, and 404 to another workspace always', async () => {
    const owner = await parley.account();
    const colleague = await parley.account({ workspace_id: owner.workspace_id });
    const outsider = await parley.account();
    const { body } = await owner.post('/v1/projects', { name: 'Mine' });
    const path = `/v1/projects/${body.data.id}`;
    expect((await colleague.get(path)).status).toBe(403);
    expect((await colleague.patch(path, { name: 'Ours' })).status).toBe(403);
    expect((await outsider.get(path)).status).toBe(404);
    expect((await colleague.get('/v1/projects')).body.data).toEqual([]);

    await owner.patch(path, { member_ids: [colleague.user_id] });
    expect((await colleague.get(path)).status).toBe(200);
    expect((await colleague.get('/v1/projects')).body.data).toHaveLength(1);
    expect((await colleague.patch(path, { name: 'Ours' })).status).toBe(200);
    expect((await colleague.patch(path, { visibility: 'workspace' })).status).toBe(403);
    expect((await colleague.delete(path)).status).toBe(403);
    expect((await outsider.get(path)).status).toBe(404);
  });

  test('returns 403 to a member who changes the sharing', async () => {
    const owner = await parley.account();
    const member = await parley.account({ workspace_id: owner.workspace_id });
    const other = await parley.account({ workspace_id: owner.workspace_id });
    const member_ids = [member.user_id];
    const { body } = await owner.post('/v1/projects', { name: 'Ours', member_ids });
    const path = `/v1/projects/${body.data.id}`;
    const answer = await member.patch(path, { member_ids: [member.user_id, other.user_id] });
    expect(answer.status).toBe(403);
    expect((await member.patch(path, { name: 'Renamed', member_ids: [] })).status).toBe(403);
    expect((await owner.get(path)).body.data).toMatchObject({ name: 'Ours', member_ids });
    expect((await other.get(path)).status).toBe(403);
    expect((await owner.patch(path, { member_ids: [] })).status).toBe(200);
    expect((await member.get(path)).status).toBe(403);
  });

  test('lets a viewer read a shared project and returns 403 on every write', async () => {
    const owner = await parley.account();
    const viewer = await parley.account({ workspace_id: owner.workspace_id, role: 'viewer' });
    const { body } = await owner.post('/v1/projects', { name: 'Open', visibility: 'workspace' });
    const path = `/v1/projects/${body.data.id}`;
    expect((await viewer.get(path)).status).toBe(200);
    expect((await viewer.patch(path, { name: 'x' })).status).toBe(403);
    expect((await viewer.delete(path)).status).toBe(403);
    expect((await viewer.post('/v1/projects', { name: 'x' })).status).toBe(403);
  });
});

describe('the credit for projects', () => {
  test('counts the credit for projects exactly, and concurrent requests do not exceed it', async () => {
    const basic = await parley.account({ plan: 'basic' });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => basic.post('/v1/projects', { name: `p${i}` })),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(6).fill(402)]);
    expect(answers.find((answer) => answer.status === 402)?.body.error.code).toBe('quota_exceeded');
    expect((await basic.get('/v1/usage')).body.data.credits.projects).toEqual({
      used: 10,
      limit: 10,
      remaining: 0,
    });
  });
});
