import { beforeAll, expect, test } from 'vitest';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const consent = { text: 'We store your answers.', recording: false };
const questions = [{ type: 'open', text: 'What was hard?' }];

async function newResponse(more: object, person: object = {}) {
  const made = await publishTest(ada, project, { questions, ...more });
  const open = openLink(parley, made.share_url);
  const started = await open.post('/response', {
    ...('consent' in more ? { consent_version: 1 } : {}),
    ...person,
  });
  const own = openLink(parley, `${parley.url}/t/${started.body.data.token}`);
  const question = made.questions[0] as { id: string };
  expect((await own.put(`/answers/${question.id}`, { text: 'The form lost my address.' })).status).toBe(200);
  return { made, open, own, question, response_id: started.body.data.id as string };
}

test('a participant withdraws by their own link: the answers are gone and the link says so', async () => {
  const { made, own, question, response_id } = await newResponse({ consent }, { email: 'mina@example.com' });
  await own.post('/submit', {});
  const participant = (await ada.get(`/v1/responses/${response_id}`)).body.data.participant.id;
  const withdrawn = await own.post('/withdraw', {});
  expect(withdrawn.status).toBe(200);
  expect((await own.get('/test')).body.data).toMatchObject({ state: 'withdrawn', response: null });
  expect((await ada.get(`/v1/responses/${response_id}`)).status).toBe(404);
  expect((await ada.get(`/v1/tests/${made.id}`)).body.data.completed_count).toBe(0);
  const person = (await ada.get(`/v1/participants/${participant}`)).body.data;
  // The person may take part in other tests of the project.
  expect(person).toMatchObject({ email: 'mina@example.com', erased_at: null, response_count: 0 });
  expect(person.consents).toMatchObject([
    { test_id: made.id, withdrawn_at: withdrawn.body.data.withdrawn_at },
  ]);
  const events = await ada.get(`/v1/events?type=test.response.submitted&project_id=${project}`);
  const own_events = events.body.data.filter(({ data }: { data: { id: string } }) => data.id === response_id);
  expect(own_events).toMatchObject([{ data: { answers: [], participant: { name: null, email: null } } }]);

  expect((await own.post('/withdraw', {})).body).toEqual(withdrawn.body);
  expect((await own.put(`/answers/${question.id}`, { text: 'Again' })).status).toBe(422);
  expect((await own.post('/response', { consent_version: 1 })).status).toBe(422);
});

test('a withdrawal needs no consent text, and leaves the answers to other tests', async () => {
  const first = await newResponse({}, { email: 'noor@example.com' });
  const second = await newResponse({}, { email: 'noor@example.com' });
  await first.own.post('/withdraw', {});
  expect((await first.own.get('/test')).body.data.state).toBe('withdrawn');
  expect((await second.own.get('/test')).body.data.state).toBe('in_progress');
  expect((await ada.get(`/v1/responses/${second.response_id}`)).body.data.answers).toHaveLength(1);
});

test('a withdrawal removes a name of one word and short quotations from chats that cite the answers', async () => {
  const { own, response_id } = await newResponse({}, { name: 'Xan' });
  const [chat, job, message] = [newId('chat', 1), newId('job', 1), newId('message', 1)];
  const citation = { id: 'cit_1', file_id: null, response_id, quote: 'lost my address', speaker: 'Xan' };
  await parley.db.query(sql`
    insert into chats (id, workspace_id, project_id, title, created_by, created_at, updated_at)
    values (${chat}, ${ada.workspace_id}, ${project}, 'What did Xan say?', ${ada.user_id}, now(), now())`);
  await parley.db.query(sql`
    insert into chat_messages (id, chat_id, project_id, place, role, content, citations, job_id, created_at, updated_at)
    values (${message}, ${chat}, ${project}, 2, 'assistant', 'Xan speaks of “The form…” and says “lost my address” [cit_1]',
      ${JSON.stringify([citation])}, ${job}, now(), now())`);
  expect((await own.post('/withdraw', {})).status).toBe(200);
  const rows = await parley.db.query(sql`
    select c.title, m.content from chats c join chat_messages m on m.chat_id = c.id where c.id = ${chat}`);
  expect(rows).toEqual([
    {
      title: 'What did [removed] say?',
      content: '[removed] speaks of “[removed]…” and says “[removed]” [cit_1]',
    },
  ]);
});

test('an open link cannot withdraw, because it belongs to no person', async () => {
  const { open } = await newResponse({});
  const refused = await open.post('/withdraw', {});
  expect(refused.status).toBe(422);
  expect(refused.body.error.details[0].field).toBe('link');
});

test('an answer that is being saved while the person withdraws does not survive', async () => {
  const { own, question, response_id } = await newResponse({});
  const [withdrawn, ...saved] = await Promise.all([
    own.post('/withdraw', {}),
    ...Array.from({ length: 8 }, (_, i) => own.put(`/answers/${question.id}`, { text: `Change ${i}` })),
  ]);
  expect(withdrawn.status).toBe(200);
  expect(saved.every(({ status }) => status === 200 || status === 422)).toBe(true);
  expect((await ada.get(`/v1/responses/${response_id}`)).status).toBe(404);
});
