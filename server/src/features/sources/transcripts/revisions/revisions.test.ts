import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestResponse } from '../../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';
import { sql } from '../../../../platform/database/index.ts';

/** Segment versions, undo, earlier revisions and time limits (spec §4.6, §4.7). */

let project: string;
let file: string;
let path: `/v1/files/${string}/transcript`;
let segments: { id: string; version: number }[];

const talk = [
  { speaker: 'Interviewer', start_seconds: 0, end_seconds: 4, text: 'What did you expect?' },
  { speaker: 'Ada', start_seconds: 4, end_seconds: 9, text: '😀 A button to go back.' },
  { speaker: 'Interviewer', start_seconds: 9, end_seconds: 12, text: 'And then?' },
];

const parley = useParley();
const ada = useAccount(parley);
const bob = useAccount(parley, () => ({ workspace_id: ada.workspace_id }));
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study', visibility: 'workspace' })).body.data.id;
});
beforeEach(async () => {
  const body = { name: 'Talk', transcript: { segments: talk } };
  file = (await ada.post(`/v1/projects/${project}/files`, body)).body.data.id;
  path = `/v1/files/${file}/transcript`;
  segments = (await ada.get(path)).body.data.segments;
});

const at = (i: number) => `${path}/segments/${segments[i]?.id}` as const;
const texts = async (query = '') =>
  (await ada.get(`${path}${query}`)).body.data.segments.map(({ text }: { text: string }) => text);
const fields = (answer: TestResponse): string[] => {
  expect(answer.status).toBe(422);
  return answer.body.error.details.map(({ field }: { field: string }) => field);
};

describe('expected_version of a segment', () => {
  test('refuses a change of a segment that was changed since, and ignores changes of other segments', async () => {
    expect(segments.map(({ version }) => version)).toEqual([1, 1, 1]);
    const first = await ada.patch(at(0), { text: 'What was it?', expected_version: 1 });
    expect(first.body.data.version).toBe(2);
    expect((await bob.patch(at(1), { text: 'A button.', expected_version: 1 })).status).toBe(200);
    expect(fields(await bob.patch(at(0), { text: 'Stale', expected_version: 1 }))).toEqual([
      'expected_version',
    ]);
    const split = { at_seconds: 2, at_character: 4, expected_version: 1 };
    expect(fields(await bob.post(`${at(0)}/split`, split))).toEqual(['expected_version']);
    expect(fields(await bob.post(`${at(0)}/join`, { expected_version: 1 }))).toEqual(['expected_version']);
    expect((await bob.post(`${at(0)}/join`, { expected_version: 2 })).status).toBe(200);
  });
});

describe('undo', () => {
  test('undoes the caller’s last change, then the one before, and retains changes of others', async () => {
    await ada.patch(at(0), { text: 'One.' });
    await ada.post(`${at(1)}/join`);
    await bob.patch(at(0), { text: 'Two.' });
    const undone = await ada.post(`${path}/undo`);
    expect(undone.status).toBe(200);
    expect(await texts()).toEqual(['Two.', talk[1]?.text, talk[2]?.text]);
    // Ada's first change was overwritten by Bob.
    expect(fields(await ada.post(`${path}/undo`))).toEqual(['file_id']);
    await bob.post(`${path}/undo`);
    expect((await ada.post(`${path}/undo`)).status).toBe(200);
    expect(await texts()).toEqual(talk.map(({ text }) => text));
    expect(fields(await ada.post(`${path}/undo`))).toEqual(['file_id']);
    const [last] = (await ada.get(`${path}/revisions?limit=1`)).body.data;
    expect(last).toMatchObject({ action: 'undo', created_by: ada.user_id });
  });

  test('restores speakers and the ranges of taggings', async () => {
    const tag = (await ada.post(`/v1/projects/${project}/tags`, { name: `Undo ${file}` })).body.data.id;
    const body = { target_type: 'segment', target_id: segments[1]?.id, quote: 'button' };
    const tagging = (await ada.post(`/v1/tags/${tag}/taggings`, body)).body.data;
    await ada.patch(`${path}/speakers/spk_2`, { label: 'P1' });
    await ada.put(path, { segments: [{ start_seconds: 0, end_seconds: 1, text: 'Nothing.' }] });
    expect((await ada.get(`/v1/taggings/${tagging.id}`)).body.data.detached).toBe(true);
    await ada.post(`${path}/undo`);
    const { updated_at: _, ...rest } = tagging;
    expect((await ada.get(`/v1/taggings/${tagging.id}`)).body.data).toMatchObject({ ...rest, speaker: 'P1' });
    await ada.post(`${path}/undo`);
    expect((await ada.get(path)).body.data.speakers[1].label).toBe('Ada');
  });

  test('undoes the named revision and no other, and redoes it when its undo is undone', async () => {
    const first = (await ada.patch(at(0), { text: 'One.' })).body.data.revision;
    const second = (await ada.patch(at(1), { text: 'Two.' })).body.data.revision;
    const undone = (await ada.post(`${path}/undo`, { revision: first })).body.data.revision;
    expect(await texts()).toEqual([talk[0]?.text, 'Two.', talk[2]?.text]);
    expect(fields(await ada.post(`${path}/undo`, { revision: first }))).toEqual(['revision']);
    const redone = (await ada.post(`${path}/undo`, { revision: undone })).body.data.revision;
    expect(await texts()).toEqual(['One.', 'Two.', talk[2]?.text]);
    // Without a revision, the redone change is the last one, then the second one.
    await ada.post(`${path}/undo`);
    expect(await texts()).toEqual([talk[0]?.text, 'Two.', talk[2]?.text]);
    expect(fields(await ada.post(`${path}/undo`, { revision: redone }))).toEqual(['revision']);
    await ada.post(`${path}/undo`);
    expect(await texts()).toEqual(talk.map(({ text }) => text));
    expect(fields(await ada.post(`${path}/undo`, { revision: second }))).toEqual(['revision']);
  });

  test('returns 422 for a revision of another person and for a part that was changed again', async () => {
    const mine = (await ada.patch(at(0), { text: 'One.' })).body.data.revision;
    const theirs = (await bob.patch(at(0), { text: 'Two.' })).body.data.revision;
    expect(fields(await ada.post(`${path}/undo`, { revision: theirs }))).toEqual(['revision']);
    expect(fields(await ada.post(`${path}/undo`, { revision: mine }))).toEqual(['file_id']);
    for (const revision of [1, 99]) {
      const refused = await ada.post(`${path}/undo`, { revision });
      expect(refused.status).toBe(422);
    }
    expect((await ada.post(`${path}/undo`, { revision: 0 })).status).toBe(422);
    expect(await texts()).toEqual(['Two.', talk[1]?.text, talk[2]?.text]);
  });
});

test('returns 422 for an undo after which two segments would overlap', async () => {
  expect((await ada.patch(at(1), { end_seconds: 6 })).status).toBe(200);
  expect((await bob.patch(at(2), { start_seconds: 6 })).status).toBe(200);
  expect(fields(await ada.post(`${path}/undo`))).toEqual(['file_id']);
  const { segments: after } = (await ada.get(path)).body.data;
  expect(after[1]).toMatchObject({ start_seconds: 4, end_seconds: 6 });
  expect(after[2]).toMatchObject({ start_seconds: 6, end_seconds: 12 });
});

test('an edit without changes creates no revision', async () => {
  const revision = async () => (await ada.get(path)).body.data.revision;
  const before = await revision();
  expect((await ada.patch(at(0), { text: talk[0]?.text })).body.data.version).toBe(1);
  expect((await ada.patch(at(0), { expected_version: 1 })).status).toBe(200);
  expect(await revision()).toBe(before);
});

test('an earlier revision can be read, which changes nothing', async () => {
  await ada.patch(at(0), { text: 'Changed.' });
  const old = (await ada.get(`${path}?revision=1`)).body.data;
  expect(old).toMatchObject({ revision: 1, segments: talk });
  expect((await ada.get(path)).body.data).toMatchObject({ revision: 2 });
  expect(fields(await ada.get(`${path}?revision=9`))).toEqual(['revision']);
  const unknown = await ada.post(`${path}/revert`, { revision: 193_316_071_662 });
  expect(unknown.body.error.details).toEqual([
    { field: 'revision', message: 'is not a revision of this transcript.' },
  ]);
  expect(fields(await ada.get(`${path}?revision=0`))).toEqual(['revision']);
});

test('returns 422 for a split exactly at the end or the start of a segment', async () => {
  for (const at_seconds of [4, 9])
    expect(fields(await ada.post(`${at(1)}/split`, { at_seconds, at_character: 4 }))).toEqual(['at_seconds']);
  const end = { at_seconds: 6, at_character: 23 };
  expect(fields(await ada.post(`${at(1)}/split`, end))).toEqual(['at_character']);
  expect((await ada.get(path)).body.data.revision).toBe(1);
});

test('a split counts characters in code points', async () => {
  const { body } = await ada.post(`${at(1)}/split`, { at_seconds: 6, at_character: 1 });
  expect(body.data.segments).toMatchObject([{ text: '😀' }, { text: 'A button to go back.' }]);
});

test('the response of a GET is accepted by PUT', async () => {
  const { segments: read } = (await ada.get(path)).body.data;
  expect((await ada.put(path, { segments: read })).status).toBe(200);
});

describe('a transcript past the end of its recording', () => {
  beforeEach(async () => {
    await parley.db.query(sql`
      update files set kind = 'audio', source = 'upload', duration_seconds = 12 where id = ${file}`);
  });

  test('returns 422 with the field of the segment, for segments and for subtitles', async () => {
    const late = talk.with(2, { ...(talk[2] as (typeof talk)[0]), end_seconds: 13.5 });
    expect(fields(await ada.put(path, { segments: late }))).toEqual(['segments.2.end_seconds']);
    const content = 'WEBVTT\n\n00:20.000 --> 00:22.000\nLate\n';
    expect(fields(await ada.put(path, { format: 'vtt', content }))).toEqual(['content', 'content']);
    expect(fields(await ada.patch(at(2), { end_seconds: 13.5 }))).toEqual(['end_seconds']);
    expect((await ada.get(path)).body.data.revision).toBe(1);
  });

  test('accepts a transcript up to a second past the end of its recording', async () => {
    expect((await ada.patch(at(2), { end_seconds: 13 })).status).toBe(200);
  });
});
