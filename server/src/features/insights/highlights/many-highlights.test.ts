import { expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);

/** A project whose transcript has so many segments, with so many highlights of different passages in each. */
async function setUp(segmentCount: number, passages: number) {
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id as string;
  const tag = (await ada.post(`/v1/projects/${project}/tags`, { name: 'Price' })).body.data.id as string;
  const segments = Array.from({ length: segmentCount }, (_, n) => ({
    speaker: 'Mina',
    start_seconds: n,
    end_seconds: n + 1,
    text: `This is sentence ${n} about the price.`,
  }));
  const made = await ada.post(`/v1/projects/${project}/files`, { name: 'Talk', transcript: { segments } });
  const file = made.body.data.id as string;
  const begun = performance.now();
  await parley.db.query(sql`
    insert into taggings (id, project_id, tag_id, target_type, target_id, file_id, start_seconds, end_seconds, quote, source,
      status, segment_id, start_character, end_segment_id, end_character, created_at, updated_at)
    select 'tgg_' || substr(md5(s.id || n), 1, 26), ${project}, ${tag}, 'segment', s.id, s.file_id, s.start_seconds, s.end_seconds,
           s.text, 'manual', 'accepted', s.id, n, s.id, n + 1, now(), now()
      from segments s cross join generate_series(1, ${passages}) n where s.file_id = ${file}`);
  return { project, writtenMs: performance.now() - begun };
}

test.each([
  ['a long transcript', 4_000, 1],
  ['one segment', 1, 8_000],
])(
  'the highlights of %s are counted and filtered faster than they are written',
  async (_, segments, passages) => {
    const { project, writtenMs } = await setUp(segments, passages);
    for (const path of ['highlights/groups', 'highlights?sentiment=positive', 'highlights?person_id=none']) {
      const begun = performance.now();
      const { status, body } = await ada.get(`/v1/projects/${project}/${path}`);
      expect(status).toBe(200);
      const count = (body.data as unknown as { count?: number }).count;
      expect(count ?? segments * passages).toBe(segments * passages);
      expect(performance.now() - begun).toBeLessThan(writtenMs);
    }
  },
  120_000,
);
