import { describe, expect, test } from 'vitest';
import { startParley, until } from '../../../../test/harness.ts';
import { germanTalk, minaTalk, tomTalk, turnsOf } from '../../../../test/interviews.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { readTagsToMatch } from '../../coding/taggings/index.ts';

const parley = useParley({ work: true });
const ada = useAccount(parley);

async function study(talks: Record<string, string> = { Mina: minaTalk, Tom: tomTalk }, who = ada) {
  const project = (await who.post('/v1/projects', { name: 'Study' })).body.data.id as string;
  const files: string[] = [];
  for (const [name, talk] of Object.entries(talks)) {
    const transcript = { segments: turnsOf(talk), language: name === 'Jana' ? 'de' : 'en' };
    files.push((await who.post(`/v1/projects/${project}/files`, { name, transcript })).body.data.id);
  }
  return { project, files };
}
const ended = (jobId: string, who = ada) =>
  until(async () => {
    const { body } = await who.get(`/v1/jobs/${jobId}`);
    return ['succeeded', 'failed'].includes(body.data.status) && body.data;
  }, `job ${jobId} to end`);
async function autoTag(path: string, body: object = {}, who = ada) {
  const started = await who.post(`/v1/${path}/auto-tag`, body);
  expect(started.status, started.text).toBe(202);
  const job = await ended(started.body.data.id, who);
  expect(job.error).toBeNull();
  return { ...job.result, job_id: job.id };
}
const newTag = async (project: string, name: string, description?: string) =>
  (await ada.post(`/v1/projects/${project}/tags`, { name, description })).body.data.id as string;
const taggingsOf = async (project: string, query = '') =>
  (await ada.get(`/v1/projects/${project}/taggings?limit=100${query}`)).body.data;
const tagsOf = async (project: string) => (await ada.get(`/v1/projects/${project}/tags?limit=100`)).body.data;
const createdEvents = async (project: string) =>
  (
    await parley.db.query<{ body: Buffer }>(
      sql`select body from events where project_id = ${project} and type = 'tag.created' order by id`,
    )
  ).map(({ body }) => JSON.parse(body.toString()).data.id as string);

describe('matching existing tags', () => {
  test('tags whole sentences of participants by meaning, with offsets, confidence and the job', async () => {
    const { project, files } = await study();
    const shipping = await newTag(project, 'Shipping costs');
    const voucher = await newTag(project, 'Voucher code');
    const result = await autoTag(`projects/${project}`, { allow_new_tags: false });
    const taggings = await taggingsOf(project);
    expect(result).toMatchObject({ created_tag_ids: [], suggested_count: 0, skipped: [] });
    expect([...result.file_ids].sort()).toEqual([...files].sort());
    expect(result.tagging_count).toBe(taggings.length);
    const quotes = (tag: string) => taggings.filter(({ tag_id }) => tag_id === tag).map(({ quote }) => quote);
    expect(quotes(shipping).join(' ')).toContain('The shipping costs were almost as high as the lamp.');
    expect(quotes(voucher).join(' ')).toContain('I wish the voucher field was visible from the start.');
    expect(quotes(shipping).join(' ')).not.toContain('The search was easy');
    for (const tagging of taggings) {
      expect(tagging).toMatchObject({
        source: 'ai',
        status: 'accepted',
        job_id: result.job_id,
        created_by: null,
        detached: false,
        target_type: 'segment',
      });
      expect(tagging.confidence).toBeGreaterThanOrEqual(0.5);
      expect(tagging.speaker).not.toBe('Interviewer');
      expect(tagging.quote).toMatch(/^[A-Z].*[.!?]$/s);
    }
  });

  test('applies only the given tags, and fewer passages with a higher confidence', async () => {
    const { project, files } = await study();
    const shipping = await newTag(project, 'Shipping costs');
    await newTag(project, 'Voucher code');
    const options = { tag_ids: [shipping], allow_new_tags: false, mode: 'suggest' };
    const strict = await autoTag(`files/${files[0]}`, { ...options, min_confidence: 0.95 });
    const loose = await autoTag(`files/${files[0]}`, { ...options, min_confidence: 0.3 });
    const taggings = await taggingsOf(project);
    expect(new Set(taggings.map(({ tag_id }) => tag_id))).toEqual(new Set([shipping]));
    expect(new Set(taggings.map(({ file_id }) => file_id))).toEqual(new Set([files[0]]));
    expect(strict.suggested_count + loose.suggested_count).toBe(taggings.length);
    expect(loose.suggested_count).toBeGreaterThan(0);
  });

  test('learns from passages that users tagged', async () => {
    const { project, files } = await study();
    const tag = await newTag(project, 'X7');
    const quote = 'The photos were great, by the way.';
    const tagged = await ada.post(`/v1/tags/${tag}/taggings`, {
      target_type: 'file',
      target_id: files[0],
      quote,
    });
    expect(tagged.status).toBe(201);
    await autoTag(`projects/${project}`, { allow_new_tags: false });
    const found = (await taggingsOf(project, '&source=ai')).map((tagging) => tagging.quote);
    expect(found).toEqual(['The photos are really nice and large, I love the photos.']);
  });

  test('matches words of tags in other languages, and reports what it cannot do', async () => {
    const { project, files } = await study({ Jana: germanTalk });
    await newTag(project, 'Versandkosten');
    const result = await autoTag(`projects/${project}`);
    expect(result.skipped).toEqual([{ file_id: files[0], reason: 'language_not_supported' }]);
    expect(result.created_tag_ids).toEqual([]);
    const quotes = (await taggingsOf(project)).map(({ quote }) => quote).join(' ');
    expect(quotes).toContain('Am Ende habe ich wegen der Versandkosten nicht bestellt.');
    expect(quotes).not.toContain('Die Suche war schnell');
  });
});

describe('new tags', () => {
  test('names new tags with words of participants, not with people, and announces them once', async () => {
    const { project } = await study();
    const result = await autoTag(`projects/${project}`);
    const tags = await tagsOf(project);
    expect(result.created_tag_ids.length).toBeGreaterThan(0);
    expect(new Set(result.created_tag_ids)).toEqual(new Set(tags.map(({ id }) => id)));
    expect((await createdEvents(project)).sort()).toEqual([...result.created_tag_ids].sort());
    for (const tag of tags) {
      expect(tag.source).toBe('ai');
      expect(tag.usage_count).toBeGreaterThan(0);
      expect(tag.name.split(' ').length).toBeGreaterThan(1);
      expect(tag.name).not.toMatch(/mina|tom|interviewer/i);
    }
    expect(tags.map(({ name }) => name.toLowerCase()).join(', ')).toContain('shipping costs');
  });

  test('repeat no existing tag, and are not more than allowed', async () => {
    const { project } = await study();
    await newTag(project, 'Cost of the shipping');
    const result = await autoTag(`projects/${project}`, { max_new_tags: 1 });
    expect(result.created_tag_ids.length).toBeLessThanOrEqual(1);
    const names = (await tagsOf(project)).map(({ name }) => name);
    expect(names.filter((name) => /shipping/i.test(name))).toEqual(['Cost of the shipping']);
  });

  test('creates no new tags for a file of three words', async () => {
    const { project } = await study({ Tiny: 'Mina: Not really, no.' });
    expect(await autoTag(`projects/${project}`)).toMatchObject({
      created_tag_ids: [],
      tagging_count: 0,
      suggested_count: 0,
    });
  });
});

describe('running again', () => {
  test('doubles nothing, and rejected suggestions remain rejected when an edit moves their words', async () => {
    const { project, files } = await study();
    await newTag(project, 'Shipping costs');
    await autoTag(`projects/${project}`, { mode: 'suggest' });
    const [first] = await taggingsOf(project, `&file_id=${files[0]}`);
    await ada.patch(`/v1/taggings/${first.id}`, { status: 'rejected' });
    const segment = (await ada.get(`/v1/files/${files[0]}/transcript`)).body.data.segments.find(
      ({ id }) => id === first.target_id,
    );
    const edited = await ada.patch(`/v1/files/${files[0]}/transcript/segments/${segment.id}`, {
      text: `Well, as I said before. ${segment.text}`,
    });
    expect(edited.status, edited.text).toBe(200);
    const before = await taggingsOf(project);
    const tagsBefore = await tagsOf(project);
    const again = await autoTag(`projects/${project}`, { mode: 'suggest' });
    expect(again).toMatchObject({ created_tag_ids: [], suggested_count: 0, tagging_count: 0 });
    expect(await taggingsOf(project)).toEqual(before);
    expect((await tagsOf(project)).length).toBe(tagsBefore.length);
    expect(before.find(({ id }) => id === first.id).status).toBe('rejected');
  });

  test('running again with mode apply accepts the suggestions, except rejected ones', async () => {
    const { project } = await study();
    await newTag(project, 'Shipping costs');
    const options = { allow_new_tags: false };
    const { suggested_count } = await autoTag(`projects/${project}`, { ...options, mode: 'suggest' });
    const [first] = await taggingsOf(project);
    await ada.patch(`/v1/taggings/${first.id}`, { status: 'rejected' });
    const applied = await autoTag(`projects/${project}`, { ...options, mode: 'apply' });
    expect(applied.tagging_count).toBe(suggested_count - 1);
    const after = await taggingsOf(project);
    expect(after).toHaveLength(suggested_count);
    expect(after.filter(({ status }) => status === 'rejected').map(({ id }) => id)).toEqual([first.id]);
    expect(after.filter(({ status }) => status === 'suggested')).toEqual([]);
  });

  test('does not learn from what mode apply accepted, only from what users decided', async () => {
    const { project } = await study();
    await newTag(project, 'Shipping costs');
    const options = { allow_new_tags: false, mode: 'apply' };
    const first = await autoTag(`projects/${project}`, options);
    expect(first.tagging_count).toBeGreaterThan(0);
    const examples = async () => (await readTagsToMatch(parley.db, project)).flatMap((tag) => tag.examples);
    expect(await examples()).toEqual([]);
    const after = await taggingsOf(project);
    expect((await autoTag(`projects/${project}`, options)).tagging_count).toBe(0);
    expect(await taggingsOf(project)).toEqual(after);
    expect(await examples()).toEqual([]);
  });

  test('running again at the same time creates each tag and each tagging once', async () => {
    const { project } = await study();
    const [a, b] = await Promise.all([autoTag(`projects/${project}`), autoTag(`projects/${project}`)]);
    const created = [...a.created_tag_ids, ...b.created_tag_ids];
    const tags = await tagsOf(project);
    expect(created.sort()).toEqual(tags.map(({ id }) => id).sort());
    expect((await createdEvents(project)).sort()).toEqual(created);
    expect(new Set(tags.map(({ name }) => name.toLowerCase())).size).toBe(tags.length);
    const places = (await taggingsOf(project)).map((t) => `${t.tag_id} ${t.target_id} ${t.start_character}`);
    expect(new Set(places).size).toBe(places.length);
    expect(a.tagging_count + b.tagging_count).toBe(places.length);
  });
});

describe('requests', () => {
  test('return 422 when there is nothing to read or no tag to apply', async () => {
    const empty = (await ada.post('/v1/projects', { name: 'Empty' })).body.data.id;
    const nothing = await ada.post(`/v1/projects/${empty}/auto-tag`);
    expect([nothing.status, nothing.body.error?.details[0].field]).toEqual([422, 'file_ids']);
    const { project, files } = await study({ Mina: minaTalk });
    const noTags = await ada.post(`/v1/files/${files[0]}/auto-tag`, { allow_new_tags: false });
    expect([noTags.status, noTags.body.error?.details[0].field]).toEqual([422, 'allow_new_tags']);
    const others = await ada.post(`/v1/projects/${empty}/auto-tag`, { file_ids: files, tag_ids: ['tag_x'] });
    expect(others.body.error.details.map(({ field }) => field)).toEqual(['file_ids.0', 'tag_ids.0']);
    for (const bad of [
      { mode: 'maybe' },
      { min_confidence: 1.5 },
      { max_new_tags: -1 },
      { max_new_tags: 101 },
      { tag_ids: [] },
      { surprise: 1 },
    ])
      expect((await ada.post(`/v1/projects/${project}/auto-tag`, bad)).status).toBe(422);
  });

  test('cost one credit, which is returned when the job is canceled', async () => {
    const bob = await parley.account();
    const { project } = await study({ Mina: minaTalk }, bob);
    await autoTag(`projects/${project}`, {}, bob);
    expect((await bob.get('/v1/usage')).body.data.credits.ai_jobs.used).toBe(1);
    // Without workers the job remains queued until it is canceled.
    const idle = await startParley();
    try {
      const eve = await idle.account();
      const { files } = await study({ Mina: minaTalk }, eve);
      const used = async () => (await eve.get('/v1/usage')).body.data.credits.ai_jobs.used;
      const { body } = await eve.post(`/v1/files/${files[0]}/auto-tag`);
      expect(body.data).toMatchObject({ type: 'auto_tag', status: 'queued', file_id: files[0] });
      expect(await used()).toBe(1);
      const canceled = await eve.post(`/v1/jobs/${body.data.id}/cancel`);
      expect(canceled.body.data).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
      expect(await used()).toBe(0);
    } finally {
      await idle.stop();
    }
  });
});

test('works in a project with 500 tags', async () => {
  const { project } = await study();
  await parley.db.query(sql`
    insert into tags (id, project_id, name, name_key, color, source, created_at, updated_at)
    select 'tag_' || n, ${project}, 'Topic number ' || n, 'topic number ' || n, '#5B8DEF', 'manual', now(), now()
      from generate_series(1, 500) n`);
  const shipping = await newTag(project, 'Shipping costs');
  await autoTag(`projects/${project}`);
  const quotes = (await taggingsOf(project, `&tag_id=${shipping}`)).map(({ quote }) => quote).join(' ');
  expect(quotes).toContain('The shipping costs were almost as high as the lamp.');
});
