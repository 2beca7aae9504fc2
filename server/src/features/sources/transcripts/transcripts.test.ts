import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

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

async function newTalk(segments: object[] = talk): Promise<string> {
  const answer = await ada.post(`/v1/projects/${project}/files`, { name: 'Talk', transcript: { segments } });
  expect(answer.status).toBe(201);
  expect(answer.body.data).toMatchObject({
    source: 'transcript',
    status: 'ready',
    transcription_status: 'completed',
  });
  return answer.body.data.id;
}

const read = async (fileId: string) => (await ada.get(`/v1/files/${fileId}/transcript`)).body.data;
const texts = (transcript: { segments: { text: string }[] }) => transcript.segments.map(({ text }) => text);

describe('a transcript', () => {
  test('returns a transcript completely, in order, with speakers and stable ids', async () => {
    const id = await newTalk();
    const transcript = await read(id);
    expect(transcript).toMatchObject({ file_id: id, revision: 1, time_basis: 'media', language: null });
    expect(transcript.segments).toMatchObject(talk);
    expect(transcript.speakers).toEqual([
      { id: 'spk_1', label: 'Interviewer', role: null },
      { id: 'spk_2', label: 'Ada', role: null },
    ]);
    expect(await read(id)).toEqual(transcript);
  });

  test('returns 404 if there is none', async () => {
    const { body } = await ada.post(`/v1/projects/${project}/files`, { name: 'a.txt', text: 'words' });
    const answer = await ada.get(`/v1/files/${body.data.id}/transcript`);
    expect(answer.status).toBe(404);
    expect(answer.body.error.message).toBe('Transcript not found.');
  });

  test('returns a transcript of 2,500 segments in one response', async () => {
    const segments = Array.from({ length: 2500 }, (_, i) => ({
      speaker: i % 2 ? 'A' : 'B',
      start_seconds: i * 4,
      end_seconds: i * 4 + 4,
      text: `Segment number ${i} with a handful of words in it.`,
    }));
    const transcript = await read(await newTalk(segments));
    expect(transcript.segments).toHaveLength(2500);
    expect(transcript.segments[2499]).toMatchObject(segments[2499] as object);
  });
});

describe('times', () => {
  const details = async (segments: object[]) => {
    const id = await newTalk();
    const answer = await ada.put(`/v1/files/${id}/transcript`, { segments });
    expect(answer.status).toBe(422);
    expect((await read(id)).revision).toBe(1);
    return answer.body.error.details.map(({ field }: { field: string }) => field);
  };
  const segment = (start_seconds: number, end_seconds: number) => ({
    start_seconds,
    end_seconds,
    text: 'words',
  });

  test('returns 422 with the exact field for times that end before they start', async () => {
    expect(await details([segment(0, 1), segment(1, 2), segment(2, 3), segment(4, 4)])).toEqual([
      'segments.3.end_seconds',
    ]);
    expect(await details([segment(5, 1)])).toEqual(['segments.0.end_seconds']);
    expect(await details([segment(-1, 1)])).toEqual(['segments.0.start_seconds']);
  });

  test('returns 422 for unsorted or overlapping times, or trims them on request', async () => {
    expect(await details([segment(5, 6), segment(1, 2)])).toEqual(['segments.1.start_seconds']);
    expect(await details([segment(0, 3), segment(2, 4)])).toEqual(['segments.1.start_seconds']);
    const id = await newTalk();
    const trimmed = await ada.put(`/v1/files/${id}/transcript`, {
      segments: [segment(2, 4), segment(0, 3)],
      overlaps: 'trim',
    });
    expect(trimmed.body.data.segments).toMatchObject([segment(0, 2), segment(2, 4)]);
  });

  test('trimming leaves every word with its speaker, although two speakers begin at the same time', async () => {
    const id = await newTalk();
    const said = (speaker: string, start_seconds: number, end_seconds: number, text: string) => ({
      ...segment(start_seconds, end_seconds),
      speaker,
      text,
    });
    const { body } = await ada.put(`/v1/files/${id}/transcript`, {
      segments: [
        said('Ben', 0, 6, 'It was cheap.'),
        said('Ana', 0, 5, 'I hated it.'),
        said('Ben', 0, 3, 'Really.'),
        said('Ana', 7, 8, 'Yes.'),
      ],
      overlaps: 'trim',
    });
    expect(body.data.segments).toMatchObject([
      { speaker: 'Ben', start_seconds: 0, end_seconds: 3, text: 'It was cheap.\nReally.' },
      { speaker: 'Ana', start_seconds: 3, end_seconds: 6, text: 'I hated it.' },
      { speaker: 'Ana', start_seconds: 7, end_seconds: 8, text: 'Yes.' },
    ]);
    const refused = await ada.put(`/v1/files/${id}/transcript`, {
      segments: [segment(0, 2), segment(3, 1)],
      overlaps: 'trim',
    });
    expect(refused.body.error.details).toMatchObject([{ field: 'segments.1.end_seconds' }]);
  });

  test('refuses times of one segment that overlap adjacent segments', async () => {
    const id = await newTalk();
    const [first, second] = (await read(id)).segments;
    const path = `/v1/files/${id}/transcript/segments`;
    const field = async (segmentId: string, edit: object) =>
      (await ada.patch(`${path}/${segmentId}`, edit)).body.error.details[0].field;
    expect(await field(first.id, { end_seconds: 5 })).toBe('end_seconds');
    expect(await field(second.id, { start_seconds: 3 })).toBe('start_seconds');
    expect(await field(second.id, { start_seconds: 9.5 })).toBe('end_seconds');
    expect((await ada.patch(`${path}/${first.id}`, { end_seconds: 3.5 })).status).toBe(200);
  });
});

describe('a replacement', () => {
  test('retains the ids of segments that are given or unchanged', async () => {
    const id = await newTalk();
    const before = await read(id);
    const segments = [
      { ...talk[0] },
      { id: before.segments[1].id, speaker: 'Ada', start_seconds: 4, end_seconds: 9, text: 'A way back.' },
      { speaker: 'Bob', start_seconds: 12, end_seconds: 13, text: 'New.' },
    ];
    const { body } = await ada.put(`/v1/files/${id}/transcript`, { segments, language: 'en' });
    expect(body.data).toMatchObject({ revision: 2, language: 'en' });
    expect(body.data.segments[0].id).toBe(before.segments[0].id);
    expect(body.data.segments[1].id).toBe(before.segments[1].id);
    expect(before.segments.map((s: { id: string }) => s.id)).not.toContain(body.data.segments[2].id);
    expect(body.data.speakers.map((s: { label: string }) => s.label)).toEqual(['Interviewer', 'Ada', 'Bob']);
    expect({ ...(await read(id)), detached_anchors: 0 }).toEqual(body.data);
    const twice = [segmentWithId(before.segments[1].id, 0), segmentWithId(before.segments[1].id, 5)];
    const refused = await ada.put(`/v1/files/${id}/transcript`, { segments: twice });
    expect(refused.body.error.details[0].field).toBe('segments.1.id');
  });
  const segmentWithId = (id: string, at: number) => ({
    id,
    start_seconds: at,
    end_seconds: at + 1,
    text: 'x',
  });

  test('accepts VTT and SRT, and creates the first transcript of a file', async () => {
    const { body } = await ada.post(`/v1/projects/${project}/files`, { name: 'a.txt', text: 'words' });
    const path = `/v1/files/${body.data.id}/transcript` as const;
    const content =
      'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ada>Hello\n\n00:02.000 --> 00:05.000\n<v Bob>Good day\n';
    const imported = await ada.put(path, { format: 'vtt', content });
    expect(imported.status).toBe(200);
    expect(imported.body.data.segments).toMatchObject([
      { speaker: 'Ada', start_seconds: 0, end_seconds: 2, text: 'Hello' },
      { speaker: 'Bob', start_seconds: 2, end_seconds: 5, text: 'Good day' },
    ]);
    expect((await ada.get(`/v1/files/${body.data.id}`)).body.data.transcription_status).toBe('completed');
    const srt = '1\n00:00:01,000 --> 00:00:02,500\nHallo\n';
    expect((await ada.put(path, { format: 'srt', content: srt })).body.data.segments[0].text).toBe('Hallo');
    for (const wrong of [
      {},
      { content: 'x' },
      { format: 'vtt', content: 'x' },
      { segments: talk, content },
    ]) {
      expect((await ada.put(path, wrong)).status).toBe(422);
    }
  });
});

describe('an edit', () => {
  test('get a new speaker by label, and an undo removes the speaker again', async () => {
    const id = await newTalk();
    const { segments } = await read(id);
    const segment = `/v1/files/${id}/transcript/segments/${segments[2].id}` as const;
    const answer = await ada.patch(segment, { speaker: ' Observer ', expected_version: segments[2].version });
    expect(answer.body.data).toMatchObject({ speaker: 'Observer', speaker_id: 'spk_3', revision: 2 });
    expect((await read(id)).speakers).toHaveLength(3);
    // A known label adds no speaker.
    expect((await ada.patch(segment, { speaker: 'Ada' })).body.data.speaker_id).toBe('spk_2');
    expect((await read(id)).speakers).toHaveLength(3);
    const both = await ada.patch(segment, { speaker: 'Ada', speaker_id: 'spk_1' });
    expect(both.status).toBe(422);
    expect(both.body.error.details[0].field).toBe('speaker');
    await ada.post(`/v1/files/${id}/transcript/undo`);
    const undone = await ada.post(`/v1/files/${id}/transcript/undo`);
    expect(undone.body.data.speakers).toHaveLength(2);
    expect(undone.body.data.segments[2].speaker).toBe('Interviewer');
  });

  test('creates a revision; every revision can be listed and restored', async () => {
    const id = await newTalk();
    const original = await read(id);
    const path = `/v1/files/${id}/transcript` as const;
    const [first, second] = original.segments;
    const edited = await ada.patch(`${path}/segments/${first.id}`, { text: 'What did you expect?' });
    expect(edited.body.data).toMatchObject({ id: first.id, text: 'What did you expect?', revision: 2 });
    clock.advance(1000);

    const split = await ada.post(`${path}/segments/${second.id}/split`, { at_seconds: 6, at_character: 20 });
    expect(split.body.data.revision).toBe(3);
    expect(split.body.data.segments).toMatchObject([
      { id: second.id, start_seconds: 4, end_seconds: 6, text: 'A button to go back.' },
      { start_seconds: 6, end_seconds: 9.5, text: 'I looked for it everywhere.', speaker: 'Ada' },
    ]);
    clock.advance(1000);
    const joined = await ada.post(`${path}/segments/${second.id}/join`);
    expect(joined.body.data).toMatchObject({
      revision: 4,
      segments: [{ id: second.id, text: second.text, end_seconds: 9.5 }],
      removed_segment_ids: [split.body.data.segments[1].id],
    });
    clock.advance(1000);
    const renamed = await ada.patch(`${path}/speakers/spk_2`, { label: 'P1', role: 'participant' });
    expect(renamed.body.data).toEqual({ id: 'spk_2', label: 'P1', role: 'participant', revision: 5 });
    expect((await read(id)).segments[1].speaker).toBe('P1');
    clock.advance(1000);
    const merged = await ada.post(`${path}/speakers/${renamed.body.data.id}/merge`, {
      into_speaker_id: 'spk_1',
    });
    expect(merged.body.data.speakers).toHaveLength(1);
    clock.advance(1000);

    const revisions = (await ada.get(`${path}/revisions`)).body.data;
    expect(revisions.map((r: { action: string }) => r.action)).toEqual([
      'merge_speakers',
      'rename_speaker',
      'join',
      'split',
      'edit',
      'import',
    ]);
    const third = await ada.post(`${path}/revert`, { revision: 3 });
    expect(third.body.data.revision).toBe(7);
    expect(texts(third.body.data)).toEqual([
      'What did you expect?',
      'A button to go back.',
      'I looked for it everywhere.',
      'And then?',
    ]);
    expect(third.body.data.segments[2].id).toBe(split.body.data.segments[1].id);
    const back = await ada.post(`${path}/revert`, { revision: 1 });
    // The old state, with new versions for the segments that the revert changed.
    const changed = (segment: object) => ({ ...segment, version: 8 });
    const [one, two, three] = original.segments;
    expect(back.body.data.segments).toEqual([changed(one), changed(two), three]);
    expect(back.body.data.speakers).toEqual(original.speakers);
    expect((await ada.post(`${path}/revert`, { revision: 99 })).body.error.details[0].field).toBe('revision');
  });

  test('returns 422 with its field for an edit that is not valid', async () => {
    const id = await newTalk();
    const path = `/v1/files/${id}/transcript`;
    const { segments } = await read(id);
    const last = segments.at(-1).id;
    const field = (answer: { body: { error: { details: { field: string }[] } } }) =>
      answer.body.error.details[0]?.field;
    expect(field(await ada.post(`${path}/segments/${last}/join`))).toBe('segment_id');
    expect(field(await ada.post(`${path}/segments/${last}/split`, { at_seconds: 99, at_character: 2 }))).toBe(
      'at_seconds',
    );
    expect(
      field(await ada.post(`${path}/segments/${last}/split`, { at_seconds: 10, at_character: 999 })),
    ).toBe('at_character');
    expect(field(await ada.patch(`${path}/segments/${last}`, { speaker_id: 'spk_9' }))).toBe('speaker_id');
    expect(field(await ada.patch(`${path}/speakers/spk_1`, { label: 'Ada' }))).toBe('label');
    expect(field(await ada.post(`${path}/speakers/spk_1/merge`, { into_speaker_id: 'spk_1' }))).toBe(
      'into_speaker_id',
    );
    expect((await ada.patch(`${path}/speakers/spk_9`, { label: 'x' })).status).toBe(404);
    const foreign = (await read(await newTalk())).segments[0].id;
    expect((await ada.patch(`${path}/segments/${foreign}`, { text: 'x' })).status).toBe(404);
    expect(field(await ada.patch(`${path}/segments/${last}`, { text: 'x', expected_revision: 7 }))).toBe(
      'expected_revision',
    );
    expect((await read(id)).revision).toBe(1);
  });

  test('an edit by many users at once loses no change', async () => {
    const id = await newTalk(
      Array.from({ length: 12 }, (_, i) => ({ start_seconds: i, end_seconds: i + 1, text: `before ${i}` })),
    );
    const { segments } = await read(id);
    await Promise.all(
      segments.map((segment: { id: string }, i: number) =>
        ada.patch(`/v1/files/${id}/transcript/segments/${segment.id}`, { text: `after ${i}` }),
      ),
    );
    const after = await read(id);
    expect(after.revision).toBe(13);
    expect(texts(after)).toEqual(Array.from({ length: 12 }, (_, i) => `after ${i}`));
  });
});

test('an export is written in each of the six formats', async () => {
  const id = await newTalk();
  for (const format of ['vtt', 'srt', 'txt', 'md', 'csv', 'json']) {
    const { status, body } = await ada.get(`/v1/files/${id}/transcript/export?format=${format}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ format, filename: `Talk.${format}` });
    expect(body.data.content).toContain('What did you expect');
  }
  expect((await ada.get(`/v1/files/${id}/transcript/export?format=pdf`)).status).toBe(422);
});
