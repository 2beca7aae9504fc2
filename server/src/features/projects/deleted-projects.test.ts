import { describe, expect, test } from 'vitest';
import { createTestClock } from '../../../test/harness.ts';
import { useAccount, useParley } from '../../../test/use-parley.ts';

const clock = createTestClock();
const day = 86_400_000;
const parley = useParley({ clock });
const ada = useAccount(parley);

const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

describe('GET /v1/projects?deleted=true', () => {
  test('lists only the deleted projects of the caller, with deleted_at', async () => {
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const { body } = await ada.post('/v1/projects', { name: 'Gone', visibility: 'workspace' });
    await ada.post('/v1/projects', { name: 'Here' });
    await ada.delete(`/v1/projects/${body.data.id}`);
    const deletedAt = clock.now().toISOString();
    const listed = await ada.get('/v1/projects?deleted=true');
    expect(names(listed)).toEqual(['Gone']);
    expect(listed.body.data[0].deleted_at).toBe(deletedAt);
    expect(names(await ada.get('/v1/projects'))).toEqual(['Here']);
    expect(names(await ada.get('/v1/projects?deleted=false'))).toEqual(['Here']);
    expect((await ada.get('/v1/projects')).body.data[0].deleted_at).toBeNull();
    // Only the owner can restore it, so only the owner sees it.
    expect(names(await colleague.get('/v1/projects?deleted=true'))).toEqual([]);
    expect(names(await (await parley.account()).get('/v1/projects?deleted=true'))).toEqual([]);
    await ada.post(`/v1/projects/${body.data.id}/restore`);
    expect(names(await ada.get('/v1/projects?deleted=true'))).toEqual([]);
  });

  test('accepts the other filters, and its cursors are refused by the list without deleted=true', async () => {
    const bob = await parley.account();
    for (const name of ['One', 'Two', 'Three']) {
      const { body } = await bob.post('/v1/projects', { name });
      clock.advance(10);
      await bob.delete(`/v1/projects/${body.data.id}`);
    }
    expect(names(await bob.get('/v1/projects?deleted=true&q=tw'))).toEqual(['Two']);
    const first = await bob.get('/v1/projects?deleted=true&limit=2');
    expect(names(first)).toEqual(['Three', 'Two']);
    const cursor = first.body.meta.next_cursor;
    expect(names(await bob.get(`/v1/projects?deleted=true&limit=2&cursor=${cursor}`))).toEqual(['One']);
    expect((await bob.get(`/v1/projects?limit=2&cursor=${cursor}`)).status).toBe(422);
    expect((await bob.get('/v1/projects?deleted=yes')).status).toBe(422);
  });

  test('lists a project for 30 days after the deletion, as long as it can be restored', async () => {
    const bob = await parley.account();
    const { body } = await bob.post('/v1/projects', { name: 'Late' });
    const path = `/v1/projects/${body.data.id}`;
    await bob.delete(path);
    clock.advance(30 * day);
    expect(names(await bob.get('/v1/projects?deleted=true'))).toEqual(['Late']);
    clock.advance(1);
    expect(names(await bob.get('/v1/projects?deleted=true'))).toEqual([]);
    expect((await bob.post(`${path}/restore`)).status).toBe(404);
  });
});
