import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, startParley, type TestParley } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';

let parley: TestParley;
let ada: Account;
beforeAll(async () => {
  parley = await startParley();
  ada = await parley.account();
});
afterAll(() => parley.stop());

test('an interview that is refused because of the screener leaves no response', async () => {
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  const made = await publishTest(ada, project, {
    type: 'ai_interview',
    screener: { questions: [{ type: 'yes_no', text: 'Are you a customer?', required: true }] },
    questions: [{ type: 'open', text: 'How do you plan?' }],
  });
  const open = openLink(parley, made.share_url);
  const responses = async () => (await ada.get(`/v1/tests/${made.id}/responses`)).body.data.length;
  for (let n = 0; n < 2; n++)
    expect(await open.post('/interview')).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: 'link', message: 'Answer the screener first.' }] } },
    });
  expect(await responses()).toBe(0);
  const person = await open.start();
  await person.answer(made.screener.questions[0].id, { value: true });
  expect((await person.post('/interview')).status).toBe(201);
  expect(await responses()).toBe(1);
});
