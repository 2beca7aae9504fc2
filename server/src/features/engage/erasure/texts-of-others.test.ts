import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
let parley: TestParley;
let ada: Account;
beforeAll(async () => {
  parley = await startParley({ clock });
  ada = await parley.account();
});
afterAll(() => parley.stop());

const question = 'What was the hardest part of the very last order that you placed here?';
const consent = {
  text: 'We store your answers for one year and then we delete all of them.',
  recording: false,
};
const answer = 'The parcel was left in the rain and nobody ever rang the bell';
const spoken = 'Our landlord reads every single letter before any of us gets to see it';
const written = 'Customers leave as soon as they see the shipping costs of an order';

/** A project with a test, and a function that answers it as a visitor of its open link. */
async function createStudy() {
  const project = (await ada.post('/v1/projects', { name: 'Orders' })).body.data.id as string;
  const make = async (resource: string, body: object) =>
    (await ada.post(`/v1/projects/${project}/${resource}`, body)).body.data.id as string;
  const published = await publishTest(ada, project, {
    consent,
    questions: [{ type: 'open', text: question }],
  });
  const open = openLink(parley, published.share_url);
  const [asked] = published.questions as { id: string }[];
  const take = async (text: string, person: object = {}) => {
    clock.advance(1000);
    const started = (await open.post('/response', { consent_version: 1, ...person })).body.data;
    const own = openLink(parley, `${parley.url}/t/${started.token}`);
    expect((await own.put(`/answers/${asked?.id}`, { text })).status).toBe(200);
    clock.advance(1000);
    const withdraw = async () => expect((await own.post('/withdraw', {})).status).toBe(200);
    return { id: started.id as string, withdraw };
  };
  return { project, test_id: published.id as string, make, take };
}

test('a visitor who types a text of the project and withdraws changes no test, answer, transcript, file or card', async () => {
  const { make, take, test_id } = await createStudy();
  const other = await take(answer);
  const segments = [{ speaker: 'Tom', start_seconds: 0, end_seconds: 4, text: spoken }];
  const file = await make('files', { name: 'Talk', transcript: { segments } });
  const card = await make('cards', { title: 'Costs', body: written });
  const note = await make('notes', { body: `Heard: “${answer}”` });
  const state = async () => ({
    test: (await ada.get(`/v1/tests/${test_id}`)).body.data,
    answers: (await ada.get(`/v1/responses/${other.id}`)).body.data.answers,
    transcript: (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments,
    checksum: (await ada.get(`/v1/files/${file}`)).body.data.checksum_sha256,
    card: (await ada.get(`/v1/cards/${card}`)).body.data,
    note: (await ada.get(`/v1/notes/${note}`)).body.data,
    versions: await parley.db.query(sql`select content from test_versions where test_id = ${test_id}`),
  });
  const before = await state();
  const stranger = await take([question, consent.text, answer, spoken, written].join('\n'));
  await stranger.withdraw();
  const counts = { response_count: expect.anything(), updated_at: expect.anything() };
  expect(await state()).toEqual({ ...before, test: { ...before.test, ...counts } });
});

test('a withdrawal removes a copy that a researcher made later, in a note and in a text file', async () => {
  const { make, take } = await createStudy();
  const person = await take(answer);
  const note = await make('notes', { body: `Heard: ${answer}.` });
  const file = await make('files', { name: 'Copy.txt', text: `Heard: ${answer}.` });
  await person.withdraw();
  expect((await ada.get(`/v1/notes/${note}`)).body.data.body).toBe('Heard: [removed].');
  const original = await fetch((await ada.get(`/v1/files/${file}`)).body.data.download_url);
  expect(await original.text()).toBe('Heard: [removed].');
});

test('the answer of another person remains even if that person gave it later', async () => {
  const { take } = await createStudy();
  const first = await take(answer);
  const second = await take(answer);
  await first.withdraw();
  expect((await ada.get(`/v1/responses/${second.id}`)).body.data.answers[0].text).toBe(answer);
});

test('evidence that quotes the answer of another person remains if a stranger types the same words', async () => {
  const { make, take } = await createStudy();
  await take(answer);
  const card = await make('cards', { title: 'Rain', evidence: [{ quote: 'left in the rain' }] });
  const stranger = await take('It was left in the rain');
  await stranger.withdraw();
  expect((await ada.get(`/v1/cards/${card}`)).body.data.evidence).toMatchObject([
    { quote: 'left in the rain' },
  ]);
});

test('a name that a stranger typed is not removed if it is the text of a question', async () => {
  const { take, test_id, make } = await createStudy();
  const stranger = await take('Nothing', { name: 'the hardest part of the very last order' });
  const note = await make('notes', { body: `We ask: ${question}` });
  const { participant } = (await ada.get(`/v1/responses/${stranger.id}`)).body.data;
  expect((await ada.post(`/v1/participants/${participant.id}/erase`)).status).toBe(200);
  expect((await ada.get(`/v1/notes/${note}`)).body.data.body).toBe(`We ask: ${question}`);
  expect((await ada.get(`/v1/tests/${test_id}`)).body.data.questions).toMatchObject([{ text: question }]);
});
