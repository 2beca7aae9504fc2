import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { createPersonWithTraces } from '../../../../test/person-with-traces.ts';
import { openStorageOf } from '../../../../test/storage-of.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { deleteDueBlobs } from '../../../platform/storage/deletions.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { checkParticipant } from './index.ts';

const parley = useParley();
const ada = useAccount(parley);
let storage: Storage;
beforeAll(async () => {
  storage = await openStorageOf(parley);
});

test('a reel that contains a clip of the person is removed with its bytes; others stay', async () => {
  const person = await createPersonWithTraces(parley, ada, 'mina@example.com');
  const { db } = parley;
  await db.query(sql`update files set kind = 'audio', duration_seconds = 60 where id = ${person.otherFile}`);
  const clip = async (file_id: string) => {
    const input = { file_id, name: 'Part', start_seconds: 4, end_seconds: 9 };
    return (await ada.post(`/v1/projects/${person.project_id}/clips`, input)).body.data.id as string;
  };
  const reel = async (clip_ids: string[]) => {
    const created = await ada.post(`/v1/projects/${person.project_id}/reels`, { name: 'Reel', clip_ids });
    const id = created.body.data.id as string;
    const key = `reels/${id}/bytes`;
    await storage.put(key, Readable.from(['sound']), { contentType: 'audio/mp4' });
    await db.query(sql`update reels set status = 'ready', blob_key = ${key} where id = ${id}`);
    return { id, key };
  };
  const [own, others] = [await clip(person.file), await clip(person.otherFile)];
  const mixed = await reel([others, own]);
  // The clip is gone, but the reel still shows the person.
  const orphaned = await reel([own, others]);
  await ada.delete(`/v1/clips/${own}`);
  const unrelated = await reel([others, others]);

  const { body } = await ada.post(`/v1/participants/${person.id}/erase`);
  // The clip of the fixture, and the two reels.
  expect(body.data.removed.clips).toBe(3);
  await deleteDueBlobs(db, storage);
  for (const { id, key } of [mixed, orphaned]) {
    expect((await ada.get(`/v1/reels/${id}`)).status).toBe(404);
    expect(await storage.find(key)).toBeUndefined();
  }
  expect((await ada.get(`/v1/reels/${unrelated.id}`)).status).toBe(200);
  expect(await storage.find(unrelated.key)).toBeDefined();
  const report = await checkParticipant({ db, storage }, person.id, ['Ottokar reads every letter']);
  expect(report).toMatchObject({ clean: true, leftovers: [], blobs: [] });
});
