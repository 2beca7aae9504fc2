import { beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

/** A time range must be inside its recording (spec §5.3). */

const parley = useParley();
const ada = useAccount(parley);
let project: string;
let tagId: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  tagId = (await ada.post(`/v1/projects/${project}/tags`, { name: 'Price' })).body.data.id;
});

const said = (end_seconds: number) => ({
  segments: [{ speaker: 'Ada', start_seconds: 0, end_seconds, text: 'A long word.' }],
});
async function newFile(body: object, home = project): Promise<string> {
  const { status, body: answer } = await ada.post(`/v1/projects/${home}/files`, body);
  expect(status).toBe(201);
  return answer.data.id;
}
const recording = (home = project) => newFile({ name: 'Talk', transcript: said(60) }, home);

const ways: [string, (file_id: string, span: object) => Promise<TestResponse>, string][] = [
  [
    'a note',
    (file_id, span) => ada.post(`/v1/projects/${project}/notes`, { body: 'x', file_id, ...span }),
    '',
  ],
  [
    'a tagging',
    (target_id, span) => ada.post(`/v1/tags/${tagId}/taggings`, { target_type: 'file', target_id, ...span }),
    '',
  ],
  [
    'a card’s evidence',
    (file_id, span) =>
      ada.post(`/v1/projects/${project}/cards`, {
        title: 'x',
        evidence: [{ quote: 'q' }, { file_id, ...span }],
      }),
    'evidence.1.',
  ],
];

const rows = (answer: TestResponse): string[] => {
  expect(answer.status).toBe(422);
  return answer.body.error.details.map(({ field }: { field: string }) => field);
};

describe.each(ways)('%s', (_, place, at) => {
  test('a time after the end of the file is refused, with an entry in details for each such time', async () => {
    const file = await recording();
    const late = await place(file, { start_seconds: 50, end_seconds: 61 });
    expect(rows(late)).toEqual([`${at}end_seconds`]);
    expect(late.body.error.details[0].message).toBe('is after the end of the file, at 60 seconds.');
    const beyond = await place(file, { start_seconds: 61, end_seconds: 62 });
    expect(rows(beyond)).toEqual([`${at}start_seconds`, `${at}end_seconds`]);
    expect(rows(await place(file, { start_seconds: 100_000 }))).toEqual([`${at}start_seconds`]);
  });

  test('up to the end of the file is accepted, plus the rounding of its duration', async () => {
    const file = await recording();
    for (const span of [{}, { start_seconds: 0, end_seconds: 60.03 }, { start_seconds: 60 }])
      expect((await place(file, span)).status).toBe(201);
  });

  test('accepts times up to the end of a transcript that is longer than the media', async () => {
    const file = await recording();
    expect((await ada.put(`/v1/files/${file}/transcript`, said(90))).status).toBe(200);
    expect((await place(file, { start_seconds: 70, end_seconds: 90 })).status).toBe(201);
    expect(rows(await place(file, { start_seconds: 70, end_seconds: 91 }))).toEqual([`${at}end_seconds`]);
  });

  test('accepts times in a file with unknown duration', async () => {
    const file = await newFile({ name: 'Later.mp4', content_type: 'video/mp4', size_bytes: 10 });
    expect((await place(file, { start_seconds: 70, end_seconds: 5_000 })).status).toBe(201);
  });
});

test('a file of another project is reported as missing, without its duration', async () => {
  const other = (await ada.post('/v1/projects', { name: 'Other' })).body.data.id;
  const file_id = await recording(other);
  const note = { body: 'x', file_id, start_seconds: 5_000, end_seconds: 5_001 };
  expect(rows(await ada.post(`/v1/projects/${project}/notes`, note))).toEqual(['file_id']);
});

test('a note cannot be moved after the end of its file, but its other fields can be changed', async () => {
  const [file_id, long] = [await recording(), await newFile({ name: 'Long', transcript: said(600) })];
  const span = { start_seconds: 500, end_seconds: 510 };
  const { body } = await ada.post(`/v1/projects/${project}/notes`, { body: 'x', file_id: long, ...span });
  const path = `/v1/notes/${body.data.id}`;
  expect(rows(await ada.patch(path, { end_seconds: 601 }))).toEqual(['end_seconds']);
  expect(rows(await ada.patch(path, { file_id }))).toEqual(['start_seconds', 'end_seconds']);
  expect((await ada.patch(path, { file_id, start_seconds: 1, end_seconds: 2 })).status).toBe(200);
  expect((await ada.patch(path, { file_id: long, ...span })).status).toBe(200);
  await ada.put(`/v1/files/${long}/transcript`, said(5));
  expect((await ada.patch(path, { title: 'Still there' })).status).toBe(200);
});
