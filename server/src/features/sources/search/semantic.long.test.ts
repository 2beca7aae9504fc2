import { describe, expect, test } from 'vitest';
import { type Account, startParley, until } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley({ work: true });

const toSegments = (texts: string[]) =>
  texts.map((text, i) => ({ start_seconds: i * 5, end_seconds: i * 5 + 5, text, speaker: 'Mina' }));

const sentences = [
  'I could not find out how much delivery costs.',
  'The photographs of the garden are lovely.',
  'My bank account never connects to the app.',
];

async function newFile(who: Account, texts = sentences, project?: string) {
  const home = project ?? ((await who.post('/v1/projects', { name: 'Study' })).body.data.id as string);
  const transcript = { segments: toSegments(texts) };
  const { body } = await who.post(`/v1/projects/${home}/files`, { name: 'Interview', transcript });
  const file = body.data.id as string;
  await embedded(file);
  return { project: home, file };
}

/** Waits until the current revision of a transcript has vectors. */
const embedded = (file: string) =>
  until(async () => {
    const rows = await parley.db.query(sql`
      select 1 from transcripts t join embedded_transcripts e using (file_id, revision) where file_id = ${file}`);
    return rows.length === 1;
  }, 'vectors of the transcript');

const find = async (who: Account, q: string, more = '') =>
  (await who.get(`/v1/search?q=${encodeURIComponent(q)}&mode=semantic${more}`)).body.data as {
    id: string;
    type: string;
    snippet: string;
  }[];
const texts = async (who: Account, q: string, more = '') =>
  (await find(who, q, more)).map(({ snippet }) => snippet.replace(/<[^>]+>/g, ''));

describe('semantic search', () => {
  test('finds a segment by its meaning, with all fields of a hit', async () => {
    const ada = await parley.account();
    const { project, file } = await newFile(ada);
    const [first] = await find(ada, 'shipping price is hidden');
    expect(first).toEqual({
      type: 'segment',
      id: expect.stringMatching(/^seg_/),
      title: 'Interview',
      project_id: project,
      project_name: 'Study',
      file_id: file,
      speaker: 'Mina',
      snippet: sentences[0],
      start_seconds: 0,
      url: `${parley.config.publicUrl}/projects/${project}/files/${file}?t=0`,
    });
    expect(await texts(ada, 'beautiful pictures')).toEqual([sentences[1]]);
    expect((await ada.get('/v1/search?q=beautiful%20pictures')).body.data).toEqual([]);
  });

  test('finds nothing for a nonsense query, and no noise next to a clear match', async () => {
    const ada = await parley.account();
    await newFile(ada, [
      'I could not find out how much delivery costs until the last page.',
      'The courier came two days late and nobody told me.',
      'It made me register before I could pay, and I gave up.',
      'The letters are too small for my eyes.',
      'We plan our meals on Sunday and order everything at once.',
      'My wife adds appointments that I never see.',
      'Can you hear me?',
      'Hm, let me think.',
    ]);
    for (const q of [
      'zzzzzzz',
      'hjkl hjkl hjkl',
      'volcano eruption in Iceland',
      'lorem ipsum dolor sit amet',
    ])
      for (const mode of ['semantic', 'hybrid'])
        expect((await ada.get(`/v1/search?q=${encodeURIComponent(q)}&mode=${mode}`)).body.data).toEqual([]);
    expect(await texts(ada, 'weekly meal planning')).toEqual([
      'We plan our meals on Sunday and order everything at once.',
    ]);
    expect(await texts(ada, 'hard to read text')).toEqual(['The letters are too small for my eyes.']);
    expect((await texts(ada, 'price of delivery'))[0]).toMatch(/^I could not find out how much delivery/);
  });

  test('leaves out segments that are not similar', async () => {
    const ada = await parley.account();
    await newFile(ada);
    expect(await texts(ada, 'quantum chromodynamics lattice')).toEqual([]);
  });

  test('follows an edit, a replacement, a revert and a deletion of the transcript', async () => {
    const ada = await parley.account();
    const { file } = await newFile(ada);
    const path = `/v1/files/${file}/transcript` as const;
    const { segments, revision } = (await ada.get(path)).body.data;
    await ada.patch(`${path}/segments/${segments[1].id}`, {
      text: 'The colours of the buttons hurt my eyes.',
      expected_version: segments[1].version,
    });
    // The old vector is never used for the new text, even before the new one is computed.
    expect(await texts(ada, 'beautiful pictures')).toEqual([]);
    await embedded(file);
    expect(await texts(ada, 'beautiful pictures')).toEqual([]);
    expect(await texts(ada, 'too bright to look at')).toEqual(['The colours of the buttons hurt my eyes.']);

    await ada.put(path, { segments: toSegments(['Refunds took three weeks.']) });
    await embedded(file);
    expect(await texts(ada, 'getting my money back was slow')).toEqual(['Refunds took three weeks.']);
    expect(await texts(ada, 'too bright to look at')).toEqual([]);

    await ada.post(`${path}/revert`, { revision });
    await embedded(file);
    expect(await texts(ada, 'beautiful pictures')).toEqual([sentences[1]]);

    await ada.delete(`/v1/files/${file}`);
    expect(await texts(ada, 'beautiful pictures')).toEqual([]);
    expect(await parley.db.query(sql`select 1 from segment_vectors where file_id = ${file}`)).toEqual([]);
    expect(await parley.db.query(sql`select 1 from embedded_transcripts where file_id = ${file}`)).toEqual(
      [],
    );
  });

  test('finds the parts of a split and a joined segment', async () => {
    const ada = await parley.account();
    const { file } = await newFile(ada, ['The photographs are lovely. Refunds took three weeks.']);
    const path = `/v1/files/${file}/transcript` as const;
    const [segment] = (await ada.get(path)).body.data.segments;
    const split = await ada.post(`${path}/segments/${segment.id}/split`, {
      at_seconds: 2,
      at_character: 28,
      expected_version: segment.version,
    });
    expect(split.status).toBe(200);
    await embedded(file);
    expect(await texts(ada, 'getting my money back was slow')).toEqual(['Refunds took three weeks.']);
    const [left] = (await ada.get(path)).body.data.segments;
    expect(
      (await ada.post(`${path}/segments/${left.id}/join`, { expected_version: left.version })).status,
    ).toBe(200);
    await embedded(file);
    const [joined] = await texts(ada, 'getting my money back was slow');
    expect(joined).toContain('photographs');
  });

  test('returns only what the caller can read', async () => {
    const ada = await parley.account();
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const stranger = await parley.account();
    const { project } = await newFile(ada);
    const other = await newFile(ada);
    expect(await find(colleague, 'beautiful pictures')).toEqual([]);
    expect(await find(stranger, 'beautiful pictures')).toEqual([]);
    expect(await find(ada, 'beautiful pictures')).toHaveLength(2);
    expect(await find(ada, 'beautiful pictures', `&project_id=${other.project}`)).toHaveLength(1);
    await ada.patch(`/v1/projects/${project}`, { visibility: 'workspace' });
    expect(await find(colleague, 'beautiful pictures')).toHaveLength(1);
    expect((await stranger.get(`/v1/search?q=x&mode=semantic&project_id=${project}`)).status).toBe(404);
    await ada.delete(`/v1/projects/${project}`);
    expect(await find(colleague, 'beautiful pictures')).toEqual([]);
  });

  test('returns pages without gaps and duplicates', async () => {
    const ada = await parley.account();
    await newFile(
      ada,
      Array.from({ length: 7 }, (_, i) => `Delivery number ${i} was late.`),
    );
    const all = (await find(ada, 'late delivery')).map(({ id }) => id);
    expect(all).toHaveLength(7);
    const paged: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await ada.get(`/v1/search?q=late%20delivery&mode=semantic&limit=3${cursor}`);
      paged.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.meta.next_cursor) break;
      cursor = `&cursor=${body.meta.next_cursor}`;
      expect((await ada.get(`/v1/search?q=late%20delivery&limit=3${cursor}`)).status).toBe(422);
    }
    expect(paged).toEqual(all);
  });

  test('works with other languages, long texts and texts without words', async () => {
    const ada = await parley.account();
    const long = 'We talked about the weather for a while. '.repeat(245);
    await newFile(ada, ['Die Lieferung war viel zu teuer.', '配送料が高すぎます。', '🙂', '...', long]);
    expect((await texts(ada, 'Die Lieferung war teuer'))[0]).toBe('Die Lieferung war viel zu teuer.');
    // The model knows few Japanese characters: hybrid search finds the segment by its words.
    const { data } = (await ada.get(`/v1/search?q=${encodeURIComponent('配送料')}&mode=hybrid`)).body;
    expect(data[0].snippet).toContain('配送料');
    expect((await texts(ada, 'talking about the weather'))[0]).toContain('We talked about the weather');
    expect((await ada.get('/v1/search?q=%F0%9F%99%82&mode=semantic')).status).toBe(200);
  });

  test('refuses an unknown mode, and types without segments', async () => {
    const ada = await parley.account();
    for (const [query, field] of [
      ['mode=magic', 'mode'],
      ['mode=semantic&types=note,card', 'types'],
    ]) {
      const { status, body } = await ada.get(`/v1/search?q=x&${query}`);
      expect({ status, fields: body.error.details.map((detail: { field: string }) => detail.field) }).toEqual(
        {
          status: 422,
          fields: [field],
        },
      );
    }
  });
});

describe('hybrid search', () => {
  const hybrid = async (who: Account, q: string, more = '') =>
    (await who.get(`/v1/search?q=${encodeURIComponent(q)}&mode=hybrid${more}`)).body.data as {
      type: string;
      snippet: string;
    }[];

  test('finds notes by words and segments by words or meaning, each record once', async () => {
    const ada = await parley.account();
    const { project } = await newFile(ada, [...sentences, 'Delivery was free.']);
    await ada.post(`/v1/projects/${project}/notes`, { body: 'Ask about delivery.' });
    const found = await hybrid(ada, 'delivery');
    expect(found.map(({ type }) => type).sort()).toEqual(['note', 'segment', 'segment']);
    expect(new Set(found.map(({ snippet }) => snippet)).size).toBe(3);
    expect((await hybrid(ada, 'beautiful pictures')).map(({ snippet }) => snippet)).toEqual([sentences[1]]);
    expect((await hybrid(ada, 'delivery', '&types=note')).map(({ type }) => type)).toEqual(['note']);
  });

  test('ranks a segment that matches by words and meaning first, and tolerates typos', async () => {
    const ada = await parley.account();
    await newFile(ada, [
      'How much does shipping cost?',
      'Delivery is too expensive.',
      'Delivery boys wear red.',
    ]);
    expect((await hybrid(ada, 'delivery expensive'))[0]?.snippet).toContain('too');
    expect((await hybrid(ada, 'delivrey expensve'))[0]?.snippet).toContain('too');
    expect((await hybrid(ada, '!?')).every(({ type }) => type === 'segment')).toBe(true);
  });
});

test('search by meaning returns 422 with the command if the model is missing, and the backfill computes vectors later', async () => {
  const ada = await parley.account();
  const bare = await startParley({
    sameDatabaseAs: parley,
    env: { PARLEY_MODELS_DIR: '/nonexistent' },
  });
  for (const mode of ['semantic', 'hybrid']) {
    const { status, body } = await bare.request('GET', `/v1/search?q=price&mode=${mode}`, {
      headers: { authorization: `Bearer ${ada.key}` },
    });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      { field: 'mode', message: expect.stringContaining('run `npm run models`') },
    ]);
  }
  await bare.stop();

  const { file } = await newFile(ada);
  // As after an import while the model was missing.
  await parley.db.query(sql`delete from segment_vectors where file_id = ${file}`);
  await parley.db.query(sql`delete from embedded_transcripts where file_id = ${file}`);
  expect(await find(ada, 'beautiful pictures')).toEqual([]);
  await parley.sweep();
  await embedded(file);
  expect(await texts(ada, 'beautiful pictures')).toEqual([sentences[1]]);
});
