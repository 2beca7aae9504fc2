import { beforeAll, expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const create = (body: object) => ada.post(`/v1/projects/${project}/files`, body);
const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Ben>I just wanted the shoes.\n';

test('subtitles become a file with a transcript', async () => {
  const { status, body } = await create({ name: 'Ben', transcript: { format: 'vtt', content: vtt } });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ source: 'transcript', transcription_status: 'completed' });
  const transcript = (await ada.get(`/v1/files/${body.data.id}/transcript`)).body.data;
  expect(transcript.segments).toMatchObject([
    { speaker: 'Ben', start_seconds: 1, end_seconds: 3, text: 'I just wanted the shoes.' },
  ]);
});

test.each([
  [{ format: 'srt', content: 'no cues' }, 'transcript.content'],
  [{ content: vtt }, 'transcript.format'],
  [{}, 'transcript.segments'],
  [{ format: 'vtt', content: vtt, segments: [] }, 'transcript.segments'],
])('the field that is wrong is named: %j', async (transcript, field) => {
  const { status, body } = await create({ name: 'Ben', transcript });
  expect(status).toBe(422);
  expect(body.error.details[0].field).toBe(field);
});
