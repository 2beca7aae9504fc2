import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { reportStudies } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);
const { ended, study } = reportStudies(() => ada);
const shipping = 'What do people say about shipping costs?';

async function ask(project: string, body: object) {
  const accepted = await ada.post(`/v1/projects/${project}/chat`, body);
  expect(accepted.status, accepted.text).toBe(202);
  const job = await ended(accepted.body.data.id);
  expect(job).toMatchObject({ status: 'succeeded', error: null });
  const { data } = (await ada.get(`/v1/chats/${job.result.chat_id}/messages?limit=100`)).body;
  return data.find(({ id }) => id === job.result.message_id);
}

describe('the scope of a question', () => {
  let project = '';
  beforeAll(async () => {
    project = (await study()).project;
  });

  test('people limits an answer to what they say, and both messages have the scope', async () => {
    const answer = await ask(project, { message: shipping, people: ['Tom'] });
    expect(new Set(answer.citations.map(({ speaker }) => speaker))).toEqual(new Set(['Tom']));
    expect(answer).toMatchObject({ people: ['Tom'], tag_ids: null, test_ids: null, stopped: false });
    const { data } = (await ada.get(`/v1/chats/${answer.chat_id}/messages?role=user`)).body;
    expect(data[0]).toMatchObject({ people: ['Tom'], outline: null });
  });

  test('tag_ids limits an answer to tagged passages', async () => {
    const whole = await ask(project, { message: shipping });
    const [citation] = whole.citations;
    const tag = (await ada.post(`/v1/projects/${project}/tags`, { name: 'Shipping' })).body.data;
    const tagged = await ada.post(`/v1/tags/${tag.id}/taggings`, {
      target_type: 'segment',
      target_id: citation?.segment_id,
    });
    expect(tagged.status, tagged.text).toBe(201);
    const answer = await ask(project, { message: shipping, tag_ids: [tag.id] });
    expect(whole.citations.length).toBeGreaterThan(1);
    expect(answer.citations.map(({ segment_id }) => segment_id)).toEqual([citation?.segment_id]);
    expect(answer.tag_ids).toEqual([tag.id]);
  });

  test('returns 422 that names a tag or test that is not in the project', async () => {
    const refused = await ada.post(`/v1/projects/${project}/chat`, {
      message: shipping,
      tag_ids: [newId('tag', 1)],
      test_ids: ['tst_x'],
    });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'tag_ids.0',
      'test_ids.0',
    ]);
  });

  test('lists the participants without the interviewers', async () => {
    const { data } = (await ada.get(`/v1/projects/${project}/chat/people`)).body;
    expect(data).toEqual({ people: ['Mina', 'Tom'] });
  });

  test('an answer has an outline whose counts are those of its verified citations', async () => {
    const answer = await ask(project, { message: shipping });
    expect(answer.outline).toMatchObject({
      passage_count: answer.citations.length,
      people_count: new Set(answer.citations.map(({ speaker }) => speaker)).size,
    });
    expect(answer.content.startsWith(answer.outline?.lead ?? '-')).toBe(true);
    expect(new Set(answer.sources.map(({ file_id }) => file_id))).toEqual(
      new Set(answer.citations.map(({ file_id }) => file_id)),
    );
  });

  test('finds the chat of a question by its job', async () => {
    const accepted = await ada.post(`/v1/projects/${project}/chat`, { message: shipping });
    const { data } = (await ada.get(`/v1/projects/${project}/chats?job_id=${accepted.body.data.id}`)).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ title: shipping, question_count: 1 });
    await ended(accepted.body.data.id);
  });
});
