import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestResponse } from '../../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';
import { editSegments } from './edit-segments.ts';
import type { Draft } from './edits.ts';

/** Changes of many segments in one request (spec §4.6). */

const parley = useParley();
const ada = useAccount(parley);
let project: string;
let path: `/v1/files/${string}/transcript`;
let segments: { id: string; version: number }[];

const talk = [
  { speaker: 'Interviewer', start_seconds: 0, end_seconds: 4, text: 'Was the Parlay page clear?' },
  { speaker: 'Ada', start_seconds: 4, end_seconds: 9, text: 'Parlay was clear.' },
  { speaker: 'Interviewer', start_seconds: 9, end_seconds: 12, text: 'And then?' },
];

beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});
beforeEach(async () => {
  const body = { name: 'Talk', transcript: { segments: talk } };
  const file = (await ada.post(`/v1/projects/${project}/files`, body)).body.data.id;
  path = `/v1/files/${file}/transcript`;
  segments = (await ada.get(path)).body.data.segments;
});

const idOf = (index: number) => segments[index]?.id as string;
const read = async () => (await ada.get(path)).body.data;
const change = (edits: object[]) => ada.patch(`${path}/segments`, { segments: edits });
const fields = (answer: TestResponse): string[] => {
  expect(answer.status).toBe(422);
  return answer.body.error.details.map(({ field }: { field: string }) => field);
};

test('many segments change as one revision, anchors follow their words, and one undo restores everything', async () => {
  const tag = (await ada.post(`/v1/projects/${project}/tags`, { name: `Clear ${idOf(0)}` })).body.data.id;
  const place = { target_type: 'segment', target_id: idOf(1), quote: 'clear' };
  const tagging = (await ada.post(`/v1/tags/${tag}/taggings`, place)).body.data.id;
  const { status, body } = await change([
    { id: idOf(0), text: 'Was the Parley page clear?', expected_version: 1 },
    { id: idOf(1), text: 'Well, Parley was clear.', speaker: 'Mina' },
    { id: idOf(2), speaker: 'Mina' },
  ]);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    revision: 2,
    removed_segment_ids: [],
    segments: [
      { id: idOf(0), text: 'Was the Parley page clear?', speaker: 'Interviewer', version: 2 },
      { id: idOf(1), text: 'Well, Parley was clear.', speaker: 'Mina' },
      { id: idOf(2), text: 'And then?', speaker: 'Mina' },
    ],
  });
  expect((await ada.get(`/v1/taggings/${tagging}`)).body.data).toMatchObject({
    detached: false,
    quote: 'clear',
    start_character: 17,
  });
  expect((await ada.post(`${path}/undo`, { revision: 2 })).status).toBe(200);
  const restored = await read();
  expect(restored.segments.map(({ text, speaker }: (typeof talk)[0]) => ({ text, speaker }))).toEqual(
    talk.map(({ text, speaker }) => ({ text, speaker })),
  );
  expect(restored.speakers.map(({ label }: { label: string }) => label)).toEqual(['Interviewer', 'Ada']);
});

test('a fault in one segment refuses the whole change and names the segment', async () => {
  await ada.patch(`${path}/segments/${idOf(2)}`, { text: 'And after that?' });
  const answer = await change([
    { id: idOf(0), text: 'One.' },
    { id: idOf(0), text: 'Two.' },
    { id: 'seg_01k9p3v7e8r5ys1q2w4x6z8abc', text: 'Three.' },
    { id: idOf(1), speaker_id: 'spk_9' },
    { id: idOf(2), text: 'Four.', expected_version: 1 },
  ]);
  expect(fields(answer)).toEqual([
    'segments.1.id',
    'segments.2.id',
    'segments.3.speaker_id',
    'segments.4.expected_version',
  ]);
  expect((await read()).segments[0].text).toBe(talk[0]?.text);
});

test('a change with the current words makes no revision', async () => {
  const { body } = await change([{ id: idOf(0), text: talk[0]?.text }]);
  expect(body.data).toMatchObject({ revision: 1, segments: [] });
});

test('each of many segments gets a new speaker in a time that is proportional to their number', () => {
  const count = 10_000;
  const segment = {
    start_seconds: 0,
    end_seconds: 1,
    text: 'Yes.',
    page: null,
    confidence: null,
    since_revision: 1,
  };
  const draft: Draft = {
    transcript: {
      file_id: 'fil_1',
      workspace_id: 'wsp_1',
      project_id: 'prj_1',
      language: null,
      time_basis: 'media',
      revision: 1,
      // As after a replacement that kept the later half of the speakers.
      speakers: Array.from({ length: count }, (_, i) => ({
        id: `spk_${count + i}`,
        label: `Old ${i}`,
        role: null,
      })),
      created_by: null,
      created_at: new Date(),
      updated_at: new Date(),
    },
    segments: Array.from({ length: count }, (_, i) => ({
      ...segment,
      id: `seg_${i}`,
      speaker_id: `spk_${count}`,
    })),
  };
  const startedAt = performance.now();
  const after = editSegments(
    draft,
    draft.segments.map(({ id }, i) => ({ id, speaker: `Person ${i}` })),
  );
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(after.transcript.speakers).toHaveLength(2 * count);
  expect(after.transcript.speakers.at(-1)).toEqual({
    id: after.segments.at(-1)?.speaker_id,
    label: `Person ${count - 1}`,
    role: null,
  });
});
