import { beforeAll, expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const addTranscript = (transcript: object) =>
  ada.post(`/v1/projects/${project}/files`, { name: 'Interview', transcript });
const cue = (characters: number) => `1\n00:00:01,000 --> 00:00:04,000\n${'a'.repeat(characters)}`;

test('a cue of a subtitle file has the limit of a segment', async () => {
  expect((await addTranscript({ format: 'srt', content: cue(20_000) })).status).toBe(201);
  const refused = await addTranscript({ format: 'srt', content: cue(20_001) });
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toEqual([
    { field: 'transcript.content', message: 'Segment 1 has more than 20000 characters. Divide it.' },
  ]);
});

test('two segments are not joined to one that is longer than a segment may be', async () => {
  const segments = [0, 1, 2].map((i) => ({
    speaker: 'Mina',
    start_seconds: i,
    end_seconds: i + 1,
    text: i === 2 ? 'b' : 'a'.repeat(14_999),
  }));
  const file = (await addTranscript({ segments })).body.data.id;
  const read = async () => (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments;
  const [first, second] = await read();
  const join = (id: string) => ada.post(`/v1/files/${file}/transcript/segments/${id}/join`, {});
  const refused = await join(first.id);
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toMatchObject([{ field: 'segment_id' }]);
  expect((await join(second.id)).status).toBe(200);
  expect(await read()).toHaveLength(2);
});
