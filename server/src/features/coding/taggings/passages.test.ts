import { beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

/** Taggings of passages (spec §5.2): the fields that the server fills in, and the inputs that it refuses. */

let project: string;
let file: string;
let segments: { id: string }[];

const talk = [
  { speaker: 'Interviewer', start_seconds: 0, end_seconds: 4, text: 'What did you expect?' },
  { speaker: 'Ada', start_seconds: 4, end_seconds: 9, text: '😀 A button to go back. I looked everywhere.' },
  { speaker: 'Ada', start_seconds: 9, end_seconds: 12, text: 'Then I gave up.' },
];

const parley = useParley();
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  file = await newTalk(talk);
  segments = (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments;
});

async function newTalk(turns: object[]): Promise<string> {
  const body = { name: 'Talk', transcript: { segments: turns } };
  return (await ada.post(`/v1/projects/${project}/files`, body)).body.data.id;
}
let tags = 0;
const newTag = async (): Promise<string> =>
  (await ada.post(`/v1/projects/${project}/tags`, { name: `Tag ${tags++}` })).body.data.id;
const id = (i: number) => segments[i]?.id as string;
const put = async (body: object) => ada.post(`/v1/tags/${await newTag()}/taggings`, body);
const onSegment = (i: number, more: object = {}) =>
  put({ target_type: 'segment', target_id: id(i), ...more });
const fields = (answer: TestResponse): string[] => {
  expect(answer.status).toBe(422);
  return answer.body.error.details.map(({ field }: { field: string }) => field);
};

describe('a tagging of a passage', () => {
  test('a tagging of a passage has file, words, speaker and times filled in', async () => {
    expect((await onSegment(0)).body.data).toMatchObject({
      file_id: file,
      start_character: 0,
      end_segment_id: id(0),
      end_character: 20,
      quote: 'What did you expect?',
      speaker: 'Interviewer',
      start_seconds: 0,
      end_seconds: 4,
      detached: false,
    });
  });

  test('counts characters in code points', async () => {
    const { body } = await onSegment(1, { start_character: 4, end_character: 10 });
    expect(body.data).toMatchObject({ quote: 'button', start_character: 4, end_character: 10 });
  });

  test('a tagging of a passage can span several segments', async () => {
    const more = { start_character: 23, end_segment_id: id(2), end_character: 14 };
    expect((await onSegment(1, more)).body.data).toMatchObject({
      target_id: id(1),
      quote: 'I looked everywhere. Then I gave up',
      speaker: 'Ada',
      start_seconds: 4,
      end_seconds: 12,
    });
  });

  test('finds the passage of a tagging by its quote, even across two segments', async () => {
    expect((await onSegment(1, { quote: 'i looked  everywhere, then' })).body.data).toMatchObject({
      quote: 'I looked everywhere. Then',
      start_character: 23,
      end_segment_id: id(2),
      end_character: 4,
    });
    const inFile = await put({ target_type: 'file', target_id: file, quote: 'gave up' });
    expect(inFile.body.data).toMatchObject({
      quote: 'gave up',
      speaker: 'Ada',
      start_seconds: 9,
      end_seconds: 12,
    });
  });

  test('a tagging of a passage by times of a file gets the words spoken in that time', async () => {
    const span = { target_type: 'file', target_id: file, start_seconds: 1, end_seconds: 5 };
    expect((await put(span)).body.data).toMatchObject({
      start_seconds: 1,
      end_seconds: 5,
      quote: `${talk[0]?.text} ${talk[1]?.text}`,
      speaker: 'Interviewer',
    });
  });

  test('a tagging of a passage with words that the transcript does not contain is refused', async () => {
    expect(fields(await onSegment(0, { quote: 'a pony' }))).toEqual(['quote']);
    expect(fields(await onSegment(0, { quote: 'gave up' }))).toEqual(['quote']);
    expect(fields(await put({ target_type: 'file', target_id: file, quote: 'a pony' }))).toEqual(['quote']);
    expect(fields(await onSegment(0, { start_character: 5, end_character: 8, quote: 'What' }))).toEqual([
      'quote',
    ]);
  });

  test('outside the text of its segments is refused with the field', async () => {
    expect(fields(await onSegment(0, { start_character: 20 }))).toEqual(['start_character', 'end_character']);
    expect(fields(await onSegment(0, { end_character: 21 }))).toEqual(['end_character']);
    expect(fields(await onSegment(0, { start_character: 5, end_character: 5 }))).toEqual(['end_character']);
    expect(fields(await onSegment(1, { end_segment_id: id(0) }))).toEqual(['end_segment_id']);
    const foreign = await newTalk(talk);
    const [outsider] = (await ada.get(`/v1/files/${foreign}/transcript`)).body.data.segments;
    expect(fields(await onSegment(0, { end_segment_id: outsider.id }))).toEqual(['end_segment_id']);
    const onFile = { target_type: 'file', target_id: file, start_character: 1 };
    expect(fields(await put(onFile))).toEqual(['start_character']);
  });

  test('refuses a tagging of a segment with an empty id with 422', async () => {
    expect(fields(await put({ target_type: 'segment', target_id: '' }))).toEqual(['target_id']);
  });

  test('longer than 200 segments is refused', async () => {
    const long = await newTalk(
      Array.from({ length: 201 }, (_, i) => ({ start_seconds: i, end_seconds: i + 1, text: `word ${i}` })),
    );
    const parts = (await ada.get(`/v1/files/${long}/transcript`)).body.data.segments;
    const span = { target_type: 'segment', target_id: parts[0].id };
    expect(fields(await put({ ...span, end_segment_id: parts.at(200).id }))).toEqual(['end_segment_id']);
    expect((await put({ ...span, end_segment_id: parts.at(199).id })).status).toBe(201);
  });

  test('refuses a second tagging at the same position, in every way to specify the position', async () => {
    const tag = await newTag();
    const again = (more: object) =>
      ada.post(`/v1/tags/${tag}/taggings`, { target_type: 'segment', target_id: id(0), ...more });
    expect((await again({})).status).toBe(201);
    expect(fields(await again({ start_character: 0, end_character: 20 }))).toEqual(['target_id']);
    expect((await again({ end_character: 4 })).status).toBe(201);
    expect(fields(await again({ quote: 'What' }))).toEqual(['target_id']);
  });
});

describe('many taggings in one request', () => {
  const many = (taggings: object[]) => ada.post(`/v1/projects/${project}/taggings`, { taggings });

  test('return one result each, in the same order', async () => {
    const tag = await newTag();
    const elsewhere = (await ada.post('/v1/projects', { name: 'Other' })).body.data.id;
    const foreignTag = (await ada.post(`/v1/projects/${elsewhere}/tags`, { name: 'x' })).body.data.id;
    const item = { tag_id: tag, target_type: 'segment', target_id: id(0) };
    const { status, body } = await many([
      item,
      { ...item, target_id: 'seg_06a8m1v2e8r5ys1q2w4x6z8abc' },
      { ...item, quote: 'a pony' },
      item,
      { ...item, tag_id: foreignTag },
      { ...item, target_id: id(2) },
    ]);
    expect(status).toBe(200);
    expect(body.data.map((r: { tagging: { quote: string } | null }) => r.tagging?.quote ?? null)).toEqual([
      talk[0]?.text,
      null,
      null,
      null,
      null,
      talk[2]?.text,
    ]);
    expect(
      body.data.map(
        (r: { error: { details: { field: string }[] } | null }) => r.error?.details[0]?.field ?? null,
      ),
    ).toEqual([null, 'target_id', 'quote', 'target_id', 'tag_id', null]);
    expect((await ada.get(`/v1/tags/${tag}`)).body.data.usage_count).toBe(2);
  });

  test('return 422 for none or more than 500', async () => {
    const item = { tag_id: await newTag(), target_type: 'segment', target_id: id(0) };
    expect(fields(await many([]))).toEqual(['taggings']);
    expect(fields(await many(Array(501).fill(item)))).toEqual(['taggings']);
  });

  test('need write access to the project', async () => {
    const item = { tag_id: await newTag(), target_type: 'segment', target_id: id(0) };
    const outsider = await parley.account();
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const path = `/v1/projects/${project}/taggings`;
    expect((await outsider.post(path, { taggings: [item] })).status).toBe(404);
    expect((await colleague.post(path, { taggings: [item] })).status).toBe(403);
  });
});
