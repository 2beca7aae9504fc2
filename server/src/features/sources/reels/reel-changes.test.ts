import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
// No background work: the test decides when a reel is ready.
const parley = useParley({ clock });
const ada = useAccount(parley);
let project: string;
let clips: string[];
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  const file = (await ada.post(`/v1/projects/${project}/files`, { name: 'a.txt', text: 'words' })).body.data;
  await parley.db.query(sql`
    update files set kind = 'audio', content_type = 'audio/wav', status = 'ready', duration_seconds = 60
     where id = ${file.id}`);
  const cut = async (start_seconds: number) =>
    (
      await ada.post(`/v1/projects/${project}/clips`, {
        file_id: file.id,
        name: 'Part',
        start_seconds,
        end_seconds: start_seconds + 5,
      })
    ).body.data.id;
  clips = [await cut(0), await cut(10)];
});

async function createReel() {
  const { body } = await ada.post(`/v1/projects/${project}/reels`, { name: 'Highlights', clip_ids: clips });
  clock.advance(1_000);
  return body.data;
}

test('does not move updated_at of a reel if a PATCH or a revocation changes nothing', async () => {
  const reel = await createReel();
  const path = `/v1/reels/${reel.id}` as const;
  const unchanged = await ada.patch(path, { name: 'Highlights', description: null });
  expect(unchanged.body.data.updated_at).toBe(reel.updated_at);
  expect((await ada.delete(`${path}/share`)).body.data.updated_at).toBe(reel.updated_at);
  const renamed = await ada.patch(path, { name: 'Lowlights' });
  expect(renamed.body.data).toMatchObject({ name: 'Lowlights', updated_at: clock.now().toISOString() });
  expect((await ada.get(path)).body.data.name).toBe('Lowlights');
});

test('shares a reel only when it is ready, retains its link, and revokes it', async () => {
  const { id } = await createReel();
  const path = `/v1/reels/${id}/share` as const;
  const refused = await ada.post(path);
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toEqual([
    { field: 'reel_id', message: 'This reel is processing; only a ready reel can be shared.' },
  ]);
  await parley.db.query(sql`update reels set status = 'ready' where id = ${id}`);
  const { share_url } = (await ada.post(path)).body.data;
  expect(share_url).toMatch(/\/s\/reels\/[\w-]{32}$/);
  expect((await ada.post(path)).body.data.share_url).toBe(share_url);
  expect((await ada.delete(path)).body.data.share_url).toBeNull();
  expect((await ada.post(path)).body.data.share_url).not.toBe(share_url);
});
