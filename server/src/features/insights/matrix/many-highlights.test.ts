import { expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);

/** A file whose segments have all of the tags, on overlapping passages. */
async function setUp(segmentCount: number, tagCount: number) {
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id as string;
  for (let n = 1; n <= tagCount; n++) await ada.post(`/v1/projects/${project}/tags`, { name: `Tag ${n}` });
  const segments = Array.from({ length: segmentCount }, (_, n) => ({
    speaker: 'Mina',
    start_seconds: n * 2,
    end_seconds: n * 2 + 1,
    text: `This is sentence ${n} about the price.`,
  }));
  const made = await ada.post(`/v1/projects/${project}/files`, { name: 'Talk', transcript: { segments } });
  const file = made.body.data.id as string;
  const begun = performance.now();
  await parley.db.query(sql`
    insert into taggings (id, project_id, tag_id, target_type, target_id, file_id, start_seconds, end_seconds, quote, source,
      status, segment_id, start_character, end_segment_id, end_character, created_at, updated_at)
    select 'tgg_' || substr(md5(s.id || t.id), 1, 26), ${project}, t.id, 'segment', s.id, s.file_id, s.start_seconds, s.end_seconds,
           s.text, 'manual', 'accepted', s.id, 0, s.id, 10, now(), now()
      from segments s cross join tags t where s.file_id = ${file} and t.project_id = ${project}`);
  return { project, writtenMs: performance.now() - begun };
}

test('tags that occur together in one long file are counted in a time that grows with their number, not with its square', async () => {
  const [segmentCount, tagCount] = [1_000, 10];
  const { project, writtenMs } = await setUp(segmentCount, tagCount);
  const begun = performance.now();
  const { status, body } = await ada.get(`/v1/projects/${project}/matrix?rows=tag`);
  const tookMs = performance.now() - begun;
  expect(status).toBe(200);
  expect(body.data.cells).toHaveLength(tagCount * (tagCount - 1));
  expect(new Set(body.data.cells.map(({ count }) => count))).toEqual(new Set([segmentCount]));
  // Each highlight has nine other tags. A comparison of all highlights with each other takes 250 times as long as writing them.
  expect(tookMs).toBeLessThan(10 * writtenMs);
}, 120_000);
