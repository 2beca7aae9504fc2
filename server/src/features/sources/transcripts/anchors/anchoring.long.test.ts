import { beforeEach, describe, expect, test } from 'vitest';
import { prompt, reportStudies } from '../../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';
import { sql } from '../../../../platform/database/index.ts';

/** Taggings, evidence and citations move with their words when the transcript changes (spec §4.8). */

let project: string;
let tag: string;
let file: string;
let path: `/v1/files/${string}/transcript`;
let segments: { id: string; text: string }[];

const talk = [
  { speaker: 'Interviewer', start_seconds: 0, end_seconds: 4, text: 'What did you expect to happen here?' },
  {
    speaker: 'Ada',
    start_seconds: 4,
    end_seconds: 9.5,
    text: 'A button to go back. I looked for it everywhere.',
  },
  { speaker: 'Interviewer', start_seconds: 9.5, end_seconds: 12, text: 'And then?' },
];
const other = [{ speaker: 'A', start_seconds: 0, end_seconds: 12, text: 'Nothing of the sort was said.' }];

const parley = useParley({ work: true });
const ada = useAccount(parley);
beforeEach(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  tag = (await ada.post(`/v1/projects/${project}/tags`, { name: 'Way back' })).body.data.id;
  const body = { name: 'Talk', transcript: { segments: talk } };
  file = (await ada.post(`/v1/projects/${project}/files`, body)).body.data.id;
  path = `/v1/files/${file}/transcript`;
  segments = (await ada.get(path)).body.data.segments;
});

const id = (i: number) => segments[i]?.id as string;
const point = async (more: object) => {
  const answer = await ada.post(`/v1/tags/${tag}/taggings`, { target_type: 'segment', ...more });
  expect(answer.status).toBe(201);
  return answer.body.data;
};
const tagging = async (taggingId: string) => (await ada.get(`/v1/taggings/${taggingId}`)).body.data;
const quotedOn = async (evidence: object) => {
  const answer = await ada.post(`/v1/projects/${project}/cards`, { title: 'Back', evidence: [evidence] });
  expect(answer.status).toBe(201);
  return async () => (await ada.get(`/v1/cards/${answer.body.data.id}`)).body.data.evidence[0];
};

describe('a tagging', () => {
  test('survives a replacement and returns to its old range after a revert', async () => {
    const made = await point({ target_id: id(1), quote: 'A button to go back.' });
    const replaced = await ada.put(path, { segments: other });
    expect(replaced.body.data.detached_anchors).toBe(1);
    expect(await tagging(made.id)).toMatchObject({
      detached: true,
      quote: 'A button to go back.',
      file_id: file,
    });
    const reverted = await ada.post(`${path}/revert`, { revision: 1 });
    expect(reverted.body.data.detached_anchors).toBe(0);
    const { updated_at: _, ...before } = made;
    expect(await tagging(made.id)).toMatchObject(before);
    expect((await ada.get(`/v1/tags/${tag}`)).body.data.usage_count).toBe(1);
  });

  test('over two segments in Japanese has a quote without a space, like the joined segment', async () => {
    const spoken = ['今日は天気が良いので', '散歩に行きます。'].map((text, i) => ({
      speaker: 'A',
      start_seconds: i,
      end_seconds: i + 1,
      text,
    }));
    segments = (await ada.put(path, { segments: spoken })).body.data.segments;
    const made = await point({ target_id: id(0), end_segment_id: id(1), end_character: 2 });
    expect(made.quote).toBe('今日は天気が良いので散歩');
    const { body } = await ada.post(`${path}/segments/${id(0)}/join`);
    expect(body.data.segments[0].text).toBe('今日は天気が良いので散歩に行きます。');
    expect(await tagging(made.id)).toMatchObject({ end_segment_id: id(0), quote: made.quote });
  });

  test('moves with its words to the second half of a split, and back on a join', async () => {
    const made = await point({ target_id: id(1), quote: 'I looked for it' });
    const split = await ada.post(`${path}/segments/${id(1)}/split`, { at_seconds: 6, at_character: 20 });
    const second = split.body.data.segments[1].id;
    expect(await tagging(made.id)).toMatchObject({
      target_id: second,
      start_character: 0,
      end_segment_id: second,
      start_seconds: 6,
      quote: 'I looked for it',
    });
    await ada.post(`${path}/segments/${id(1)}/join`);
    expect(await tagging(made.id)).toMatchObject({ target_id: id(1), start_character: 21, start_seconds: 4 });
  });

  test('leaves the taggings of two joined segments on their own words', async () => {
    const [first, second] = [await point({ target_id: id(0) }), await point({ target_id: id(1) })];
    expect((await ada.post(`${path}/segments/${id(0)}/join`)).status).toBe(200);
    expect(await tagging(first.id)).toMatchObject({ target_id: id(0), quote: talk[0]?.text });
    expect(await tagging(second.id)).toMatchObject({
      target_id: id(0),
      quote: talk[1]?.text,
      start_character: 36,
    });
    expect((await ada.get(`/v1/tags/${tag}`)).body.data.usage_count).toBe(2);
  });

  test('leaves a tagging of a whole segment on it when its words are corrected', async () => {
    const made = await point({ target_id: id(2) });
    await ada.patch(`${path}/segments/${id(2)}`, { text: 'What did you do next?' });
    expect(await tagging(made.id)).toMatchObject({ quote: 'What did you do next?', detached: false });
  });

  test('moves with its words to a replacement with other segments', async () => {
    const made = await point({ target_id: id(1), quote: 'I looked for it everywhere.' });
    const { body } = await ada.put(path, {
      segments: [
        { speaker: 'A', start_seconds: 0, end_seconds: 5, text: 'What did you expect? A button to go back.' },
        {
          speaker: 'B',
          start_seconds: 5,
          end_seconds: 12,
          text: 'Well I looked for it everywhere. And then?',
        },
      ],
    });
    expect(body.data.detached_anchors).toBe(0);
    expect(await tagging(made.id)).toMatchObject({
      target_id: body.data.segments[1].id,
      quote: 'I looked for it everywhere.',
      speaker: 'B',
      start_seconds: 5,
      end_seconds: 12,
    });
  });

  test('detaches a tagging when the transcript is deleted, and attaches it again when its words return', async () => {
    const made = await point({ target_id: id(1) });
    const deleted = await ada.delete(path);
    expect(deleted.body.data).toEqual({ id: file, deleted: true, detached_anchors: 1 });
    expect((await ada.get(path)).status).toBe(404);
    expect((await ada.get(`/v1/files/${file}`)).body.data.transcription_status).toBe('none');
    expect(await tagging(made.id)).toMatchObject({ detached: true, quote: talk[1]?.text });
    const again = await ada.put(path, { segments: talk });
    expect(again.body.data.revision).toBe(1);
    expect(await tagging(made.id)).toMatchObject({
      detached: false,
      target_id: again.body.data.segments[1].id,
    });
  });

  test('remains on its words after a deletion, an import, an edit and a revert of the import', async () => {
    const made = await point({ target_id: id(1), quote: 'button to go back' });
    await ada.patch(`${path}/segments/${id(1)}`, { text: `Well, ${talk[1]?.text}` });
    expect((await ada.delete(path)).status).toBe(200);
    // The import begins with revision 1 again, and the words are at another place.
    const imported = talk.map((segment, i) =>
      i === 1 ? { ...segment, text: `I really wanted to see it. ${segment.text}` } : segment,
    );
    segments = (await ada.put(path, { segments: imported })).body.data.segments;
    const before = await tagging(made.id);
    expect(before).toMatchObject({ detached: false, quote: 'button to go back', start_character: 29 });
    await ada.patch(`${path}/segments/${id(1)}`, { text: 'Something else.' });
    expect((await ada.post(`${path}/revert`, { revision: 1 })).status).toBe(200);
    expect(await tagging(made.id)).toMatchObject({
      detached: false,
      quote: 'button to go back',
      start_character: 29,
      target_id: before.target_id,
    });
  });

  test('removes a tagging with its file', async () => {
    const made = await point({ target_id: id(1) });
    await ada.delete(`/v1/files/${file}`);
    expect((await ada.get(`/v1/taggings/${made.id}`)).status).toBe(404);
    expect((await ada.get(`/v1/tags/${tag}`)).body.data.usage_count).toBe(0);
  });

  test('created during an edit of the transcript is anchored to the edited words', async () => {
    const answers = await Promise.all([
      ada.post(`${path}/segments/${id(1)}/split`, { at_seconds: 6, at_character: 20 }),
      ...Array.from({ length: 6 }, (_, i) =>
        ada.post(`/v1/tags/${tag}/taggings`, {
          target_type: 'segment',
          target_id: id(1),
          start_character: i,
        }),
      ),
      ada.patch(`${path}/segments/${id(0)}`, { text: 'What did you expect?' }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    const now = (await ada.get(path)).body.data.segments as { id: string; text: string }[];
    const rows = (await ada.get(`/v1/projects/${project}/taggings?file_id=${file}`)).body.data;
    for (const row of rows) {
      const [first, last] = [row.target_id, row.end_segment_id].map((x) => now.findIndex((s) => s.id === x));
      const words = now.slice(first, (last as number) + 1).map(({ text }) => text);
      words[words.length - 1] = (words.at(-1) as string).slice(0, row.end_character);
      words[0] = (words[0] as string).slice(row.start_character);
      expect(row.quote).toBe(words.join(' '));
    }
    expect(rows).toHaveLength(6);
  });
});

describe('a split inside a word', () => {
  const split = async () => {
    const { body } = await ada.post(`${path}/segments/${id(1)}/split`, { at_seconds: 8, at_character: 42 });
    const [first, second] = body.data.segments;
    expect([first.text, second.text]).toEqual(['A button to go back. I looked for it every', 'where.']);
    return second.id as string;
  };
  const join = async (segmentId: string) =>
    (await ada.post(`${path}/segments/${segmentId}/join`)).body.data.segments[0].text;

  test.each(['undo', 'join'])(
    'a split inside a word and its %s leave taggings on their characters',
    async (way) => {
      const ranges = [
        [37, 47],
        [34, 48],
        [40, 44],
        [21, 36],
        [0, 48],
      ];
      const made = await Promise.all(
        ranges.map(([start_character, end_character]) =>
          point({ target_id: id(1), start_character, end_character }),
        ),
      );
      expect(made.map(({ quote }) => quote).slice(0, 3)).toEqual(['everywhere', 'it everywhere.', 'rywh']);
      const second = await split();
      const taggings = () => Promise.all(made.map((row) => tagging(row.id)));
      const inHalves = await taggings();
      expect(inHalves.map(({ detached }) => detached)).toEqual(made.map(() => false));
      expect(inHalves[0]).toMatchObject({
        target_id: id(1),
        start_character: 37,
        end_segment_id: second,
        end_character: 5,
        quote: 'every where',
      });
      expect(inHalves[2]).toMatchObject({ start_character: 40, end_segment_id: second, end_character: 2 });
      if (way === 'undo') await ada.post(`${path}/undo`);
      else expect(await join(id(1))).toBe(talk[1]?.text);
      const pick = (tagging: (typeof made)[number]) => {
        const { target_id, start_character, end_segment_id, end_character, quote, detached } = tagging;
        return { target_id, start_character, end_segment_id, end_character, quote, detached };
      };
      expect((await taggings()).map(pick)).toEqual(made.map(pick));
    },
  );

  test.each(['undo', 'join', 'revert'])(
    'a split inside a word and its %s leave taggings of the two parts on them',
    async (way) => {
      const second = await split();
      const made = await Promise.all([
        point({ target_id: id(1), quote: 'every' }),
        point({ target_id: id(1) }),
        point({ target_id: second }),
        point({ target_id: id(1), start_character: 37, end_segment_id: second, end_character: 5 }),
      ]);
      if (way === 'revert') await ada.patch(`${path}/segments/${id(2)}`, { text: 'And what then?' });
      const body = way === 'revert' ? { revision: 1 } : undefined;
      const url = way === 'join' ? `${path}/segments/${id(1)}/join` : `${path}/${way}`;
      expect((await ada.post(url, body)).status).toBe(200);
      const now = await Promise.all(made.map((row) => tagging(row.id)));
      expect(
        now.map(({ start_character, end_character, quote }) => [start_character, end_character, quote]),
      ).toEqual([
        [37, 42, 'every'],
        [0, 42, 'A button to go back. I looked for it every'],
        [42, 48, 'where.'],
        [37, 47, 'everywhere'],
      ]);
      for (const row of now)
        expect(row).toMatchObject({ target_id: id(1), end_segment_id: id(1), detached: false });
    },
  );

  test('reverts a split inside a word by a join, even after a change of speaker and further splits', async () => {
    const second = await split();
    await ada.patch(`${path}/segments/${second}`, { speaker: 'Interviewer' });
    await ada.post(`${path}/segments/${id(1)}/split`, { at_seconds: 6, at_character: 20 });
    await ada.post(`${path}/segments/${second}/split`, { at_seconds: 9, at_character: 2 });
    const texts = async () =>
      (await ada.get(path)).body.data.segments.map(({ text }: { text: string }) => text).slice(1, -1);
    expect(await texts()).toEqual(['A button to go back.', 'I looked for it every', 'wh', 'ere.']);
    expect(await join(second)).toBe('where.');
    expect(await join(id(1))).toBe('A button to go back. I looked for it every');
    expect(await join(id(1))).toBe(talk[1]?.text);
  });

  test('does not revert a split inside a word by a join if the words were changed since', async () => {
    const second = await split();
    await ada.patch(`${path}/segments/${second}`, { text: 'place.' });
    expect(await join(id(1))).toBe('A button to go back. I looked for it every place.');
  });

  test('gets its word times back by a join', async () => {
    const words = [{ text: 'everywhere', start_seconds: 8, end_seconds: 9, start_character: 37 }];
    await parley.db.query(sql`update segments set words = ${JSON.stringify(words)} where id = ${id(1)}`);
    await split();
    await join(id(1));
    const [row] = await parley.db.query<{ words: object[] }>(
      sql`select words from segments where id = ${id(1)}`,
    );
    expect(row?.words).toEqual(words);
  });
});

describe('the evidence of a card', () => {
  test('moves with its words and is not marked as deleted while its file exists', async () => {
    const read = await quotedOn({ segment_id: id(1), quote: 'I looked for it' });
    await ada.put(path, { segments: other });
    expect(await read()).toMatchObject({ detached: true, source_deleted: false, quote: 'I looked for it' });
    await ada.post(`${path}/revert`, { revision: 1 });
    expect(await read()).toMatchObject({ detached: false, source_deleted: false, segment_id: id(1) });
    await ada.post(`${path}/segments/${id(0)}/join`);
    expect(await read()).toMatchObject({ detached: false, segment_id: id(0), quote: 'I looked for it' });
    await ada.delete(`/v1/files/${file}`);
    expect(await read()).toMatchObject({ source_deleted: true, quote: 'I looked for it', file_id: file });
  });
});

test('a citation of a report is marked while its words are missing, and not after a revert', async () => {
  const { study, newReport } = reportStudies(() => ada);
  const { project: home, mina } = await study();
  const { id: report } = await newReport(home, { prompt });
  const read = async () => (await ada.get(`/v1/reports/${report}`)).body.data.citations;
  const cited = await read();
  const ofMina = (citations: typeof cited) => citations.filter((citation) => citation.file_id === mina);
  expect(ofMina(cited).length).toBeGreaterThan(0);
  const replaced = await ada.put(`/v1/files/${mina}/transcript`, { segments: other });
  expect(replaced.status).toBe(200);
  for (const citation of ofMina(await read())) expect(citation.source_deleted).toBe(true);
  await ada.post(`/v1/files/${mina}/transcript/revert`, { revision: 1 });
  expect(await read()).toEqual(cited);
});

test('an edit moves 500 taggings in one request', async () => {
  const taggings = Array.from({ length: 500 }, (_, i) => ({
    tag_id: tag,
    target_type: 'segment',
    target_id: id(1),
    start_character: i % 40,
    end_character: 41 + (i % 7),
    start_seconds: 4 + i / 1000,
    end_seconds: 9,
  }));
  const made = await ada.post(`/v1/projects/${project}/taggings`, { taggings });
  expect(made.body.data.filter((r: { error: unknown }) => r.error)).toEqual([]);
  expect((await ada.put(path, { segments: other })).body.data.detached_anchors).toBe(500);
  expect((await ada.post(`${path}/revert`, { revision: 1 })).status).toBe(200);
  const { updated_at: _, ...first } = made.body.data[0].tagging;
  expect(await tagging(first.id)).toMatchObject(first);
});
