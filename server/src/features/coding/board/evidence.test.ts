import { beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

/** The fields that the server fills in on cards and notes, and what remains after a deletion (spec §4.4, §4.5). */

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const talk = [
  { speaker: 'Interviewer', start_seconds: 0, end_seconds: 4, text: 'Would you pay for it?' },
  { speaker: 'Ada', start_seconds: 4, end_seconds: 9, text: 'I would not pay for that. Never.' },
];
async function newTalk() {
  const body = { name: 'Talk', transcript: { segments: talk } };
  const file = (await ada.post(`/v1/projects/${project}/files`, body)).body.data.id as string;
  const { segments } = (await ada.get(`/v1/files/${file}/transcript`)).body.data;
  return { file, segments: segments as { id: string }[] };
}
const newCard = (...evidence: object[]) =>
  ada.post(`/v1/projects/${project}/cards`, { title: 'Price', evidence });
const fields = (answer: TestResponse): string[] => {
  expect(answer.status).toBe(422);
  return answer.body.error.details.map(({ field }: { field: string }) => field);
};

describe('evidence', () => {
  test('fills in file, words, speaker and times of evidence of a segment, which remain when the file is deleted', async () => {
    const { file, segments } = await newTalk();
    const card = (await newCard({ segment_id: segments[1]?.id })).body.data;
    const filled = {
      file_id: file,
      segment_id: segments[1]?.id,
      quote: talk[1]?.text,
      speaker: 'Ada',
      start_seconds: 4,
      end_seconds: 9,
      source_deleted: false,
      detached: false,
    };
    expect(card.evidence).toMatchObject([filled]);
    await ada.delete(`/v1/files/${file}`);
    const stored = (await ada.get(`/v1/cards/${card.id}`)).body.data.evidence;
    expect(stored).toMatchObject([{ ...filled, source_deleted: true }]);
    // The item can be sent back even though its source is deleted.
    expect((await ada.patch(`/v1/cards/${card.id}`, { evidence: stored })).body.data.evidence).toEqual(
      stored,
    );
  });

  test('finds evidence of a file by its quote, and refuses words that are not in the transcript', async () => {
    const { file, segments } = await newTalk();
    expect((await newCard({ file_id: file, quote: 'not pay for that' })).body.data.evidence).toMatchObject([
      { segment_id: segments[1]?.id, quote: 'not pay for that', start_character: 8, speaker: 'Ada' },
    ]);
    const refused = await newCard({ quote: 'free text' }, { file_id: file, quote: 'I would gladly pay' });
    expect(fields(refused)).toEqual(['evidence.1.quote']);
    expect(fields(await newCard({ segment_id: segments[0]?.id, quote: 'Never' }))).toEqual([
      'evidence.0.quote',
    ]);
    const other = await newTalk();
    expect(fields(await newCard({ segment_id: segments[0]?.id, file_id: other.file }))).toEqual([
      'evidence.0.file_id',
    ]);
    expect(fields(await newCard({ segment_id: '' }))).toEqual(['evidence.0.segment_id']);
  });
});

describe('a clip', () => {
  async function newClip(file: string): Promise<string> {
    const id = newId('clip', Date.now());
    await parley.db.query(sql`
      insert into clips (id, workspace_id, project_id, file_id, name, start_seconds, end_seconds, captions, status,
        created_at, updated_at)
      values (${id}, ${ada.workspace_id}, ${project}, ${file}, 'Price', 5, 8, false, 'ready', now(), now())`);
    return id;
  }

  test('a clip as evidence has file, words, speaker and times filled in, which remain when it is deleted', async () => {
    const { file } = await newTalk();
    const clip_id = await newClip(file);
    const card = (await newCard({ clip_id })).body.data;
    const filled = {
      clip_id,
      file_id: file,
      segment_id: null,
      quote: talk[1]?.text,
      speaker: 'Ada',
      start_seconds: 5,
      end_seconds: 8,
    };
    expect(card.evidence).toMatchObject([{ ...filled, source_deleted: false }]);
    expect(fields(await newCard({ clip_id, quote: 'a pony' }))).toEqual(['evidence.0.quote']);
    expect((await ada.delete(`/v1/clips/${clip_id}`)).status).toBe(200);
    const stored = (await ada.get(`/v1/cards/${card.id}`)).body.data.evidence;
    expect(stored).toMatchObject([{ ...filled, source_deleted: true }]);
  });

  test('a clip with a tag shows its words and times on the tagging, and the tag in its tag_ids', async () => {
    const { file } = await newTalk();
    const target_id = await newClip(file);
    const tag = (await ada.post(`/v1/projects/${project}/tags`, { name: `Clip ${file}` })).body.data.id;
    const tagging = await ada.post(`/v1/tags/${tag}/taggings`, { target_type: 'clip', target_id });
    expect(tagging.body.data).toMatchObject({
      file_id: file,
      // Only the words in the clip: the segment begins before it and ends after it.
      quote: 'not pay for that.',
      speaker: 'Ada',
      start_seconds: 5,
      end_seconds: 8,
    });
    expect((await ada.get(`/v1/clips/${target_id}`)).body.data.tag_ids).toEqual([tag]);
  });
});

describe('a note', () => {
  test('a note has the same times and source_deleted when its file is deleted, and can still be changed', async () => {
    const { file } = await newTalk();
    const place = { file_id: file, start_seconds: 1, end_seconds: 2 };
    const note = (await ada.post(`/v1/projects/${project}/notes`, { body: 'x', ...place })).body.data;
    expect(note.source_deleted).toBe(false);
    await ada.delete(`/v1/files/${file}`);
    expect((await ada.get(`/v1/notes/${note.id}`)).body.data).toMatchObject({
      ...place,
      source_deleted: true,
    });
    const sent = await ada.patch(`/v1/notes/${note.id}`, { body: 'y', ...place });
    expect(sent.body.data).toMatchObject({ body: 'y', ...place, source_deleted: true });
    const freed = await ada.patch(`/v1/notes/${note.id}`, {
      file_id: null,
      start_seconds: null,
      end_seconds: null,
    });
    expect(freed.body.data).toMatchObject({ file_id: null, source_deleted: false });
  });
});

describe.each([
  ['cards' as const, { title: 'Price' }, { title: 'Cost' }],
  ['notes' as const, { body: 'Price' }, { body: 'Cost' }],
])('expected_version on %s', (plural, first, change) => {
  test('refuses a PATCH with an outdated version, and accepts one without a version', async () => {
    const { id, version } = (await ada.post(`/v1/projects/${project}/${plural}`, first)).body.data;
    expect(version).toBe(1);
    const path = `/v1/${plural}/${id}` as const;
    const changed = await ada.patch(path, { ...change, expected_version: 1 });
    expect(changed.body.data.version).toBe(2);
    const stale = await ada.patch(path, { ...first, expected_version: 1 });
    expect(fields(stale)).toEqual(['expected_version']);
    expect((await ada.get(path)).body.data).toMatchObject({ ...change, version: 2 });
    expect((await ada.patch(path, first)).body.data.version).toBe(3);
  });

  test('accepts one of two concurrent changes', async () => {
    const { id } = (await ada.post(`/v1/projects/${project}/${plural}`, first)).body.data;
    const answers = await Promise.all(
      [1, 2, 3].map(() => ada.patch(`/v1/${plural}/${id}`, { ...change, expected_version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});
