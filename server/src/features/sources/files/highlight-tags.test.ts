import { beforeAll, expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: `/v1/projects/${string}`;
beforeAll(async () => {
  project = `/v1/projects/${(await ada.post('/v1/projects', { name: 'Tagged' })).body.data.id}`;
});

const addFile = async (name: string): Promise<string> => {
  const segments = [{ start_seconds: 0, end_seconds: 2, text: 'The price is too high', speaker: 'A' }];
  return (await ada.post(`${project}/files`, { name, transcript: { segments } })).body.data.id;
};
const addTag = async (name: string): Promise<string> =>
  (await ada.post(`${project}/tags`, { name })).body.data.id;

test('a list of files has the tags of passages, the most used first, and finds files by them', async () => {
  const [file, other] = [await addFile('Interview'), await addFile('Untagged')];
  const [price, mood, whole, rejected] = [
    await addTag('Price'),
    await addTag('Mood'),
    await addTag('Whole'),
    await addTag('Rejected'),
  ];
  const quoted = (tag_id: string, quote: string) => ({
    tag_id,
    target_type: 'file',
    target_id: file,
    quote,
  });
  const { data: taggings } = (
    await ada.post(`${project}/taggings`, {
      taggings: [
        quoted(mood, 'too high'),
        quoted(price, 'price'),
        quoted(price, 'too high'),
        quoted(rejected, 'high'),
        { tag_id: whole, target_type: 'file', target_id: file },
      ],
    })
  ).body;
  await ada.patch(`/v1/taggings/${taggings[3].tagging.id}`, { status: 'rejected' });

  const list = async (query = '') => (await ada.get(`${project}/files?sort=name${query}`)).body.data;
  expect(await list()).toMatchObject([
    { id: file, tag_ids: [whole], highlight_tag_ids: [price, mood] },
    { id: other, tag_ids: [], highlight_tag_ids: [] },
  ]);
  for (const tag of [price, mood, whole])
    expect(await list(`&used_tag_id=${tag}`)).toMatchObject([{ id: file }]);
  expect(await list(`&used_tag_id=${rejected}`)).toEqual([]);
  expect(await list(`&tag_id=${price}`)).toEqual([]);
});
