import { expect, test } from 'vitest';
import type { Account } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { giveTestPassword, testPassword } from '../../../../test/signed-in.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley, { email: 'ada@example.com' });
const stranger = useAccount(parley, { email: 'eve@example.com' });

async function signIn({ user_id }: { user_id: string }, email: string): Promise<string> {
  await giveTestPassword(parley, user_id);
  const signedIn = await parley.request('POST', '/app/sign-in', {
    body: { email, password: testPassword },
    headers: { origin: parley.url },
  });
  return (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] as string;
}

async function overviewOf(project: string, account = ada, email = 'ada@example.com') {
  const cookie = await signIn(account, email);
  const answer = await fetch(`${parley.url}/app/v1/projects/${project}/overview`, { headers: { cookie } });
  return { status: answer.status, data: ((await answer.json()) as { data: never }).data as Overview };
}

interface Theme {
  id: string;
  tag: { name: string } | null;
  card: { title: string } | null;
  moment: { quote: string; person: string } | null;
}
interface Overview {
  themes: Theme[];
  [field: string]: unknown;
}

const talk = [
  { speaker: 'Interviewer', start_seconds: 0, end_seconds: 4, text: 'What do you think of the price?' },
  { speaker: 'Mina', start_seconds: 4, end_seconds: 10, text: 'I would not pay that much for it, ever.' },
  { speaker: 'Ben', start_seconds: 10, end_seconds: 14, text: 'It is far too expensive for a student.' },
  { speaker: 'Ben', start_seconds: 14, end_seconds: 18, text: 'The colors are lovely, by the way.' },
];

async function newStudy() {
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id as string;
  const file = (
    await ada.post(`/v1/projects/${project}/files`, { name: 'Talk', transcript: { segments: talk } })
  ).body.data.id as string;
  const segments = (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments as { id: string }[];
  const newTag = async (name: string) =>
    (await ada.post(`/v1/projects/${project}/tags`, { name })).body.data.id as string;
  const highlight = (tag: string, at: number) =>
    ada.post(`/v1/tags/${tag}/taggings`, { target_type: 'segment', target_id: segments[at]?.id });
  const newCard = async (title: string, at: number[], tag_ids: string[] = []) =>
    (
      await ada.post(`/v1/projects/${project}/cards`, {
        title,
        tag_ids,
        evidence: at.map((place) => ({ segment_id: segments[place]?.id })),
      })
    ).body.data.id as string;
  return { project, file, segments, newTag, highlight, newCard };
}

test('the themes are the tags that most people talk about, each with its strongest moment', async () => {
  const { project, file, segments, newTag, highlight, newCard } = await newStudy();
  const [price, looks] = [await newTag('Price'), await newTag('Looks')];
  await highlight(price, 1);
  await highlight(price, 2);
  await highlight(looks, 3);
  const card = await newCard('The price keeps people away', [1, 2], [price]);
  const at = new Date();
  await parley.db.query(sql`
    insert into file_sentiments (file_id, workspace_id, project_id, revision, label, score, segment_counts, word_counts,
      speakers, model, job_id, analyzed_at)
    values (${file}, ${ada.workspace_id}, ${project}, 1, 'negative', -0.2, '{1,0,2}', '{8,0,16}', '[]', 'm',
      ${newId('job', at.getTime())}, ${at})`);
  for (const [place, score] of [
    [1, -0.5],
    [2, -0.9],
    [3, 0.8],
  ] as const)
    await parley.db.query(sql`
      insert into segment_sentiments (segment_id, file_id, project_id, label, score, words)
      values (${segments[place]?.id}, ${file}, ${project}, ${score < 0 ? 'negative' : 'positive'}, ${score}, 8)`);

  const { data } = await overviewOf(project);
  expect(data).toMatchObject({ theme_count: 2, person_count: 2, study_count: 0, studies: [] });
  expect(data.themes).toMatchObject([
    {
      tag: { id: price, name: 'Price' },
      card: { id: card, title: 'The price keeps people away' },
      moment_count: 2,
      person_count: 2,
      new_count: 2,
      positive: 0,
      negative: 2,
      moment: {
        file_id: file,
        quote: 'It is far too expensive for a student.',
        person: 'Ben',
        start_seconds: 10,
      },
    },
    { tag: { id: looks }, card: null, moment_count: 1, person_count: 1, positive: 1, negative: 0 },
  ]);
  expect(data.insights).toMatchObject([{ id: card, moment_count: 2, person_count: 2 }]);
  expect(data.people).toEqual({ count: 2, speaker_count: 2, studies: [] });
  expect(data.coverage).toEqual({
    passage_count: 3,
    cited_count: 2,
    unused_count: 0,
    strong_unused_count: 0,
  });
});

test('cards are the themes of a project that works without tags', async () => {
  const { project, newCard } = await newStudy();
  const [one, both] = [await newCard('One voice', [3]), await newCard('Two voices', [1, 2])];
  const { data } = await overviewOf(project);
  expect(data.themes).toMatchObject([
    {
      id: both,
      tag: null,
      moment_count: 2,
      person_count: 2,
      moment: { quote: talk[1]?.text, person: 'Mina' },
    },
    { id: one, tag: null, moment_count: 1, person_count: 1 },
  ]);
});

test('open studies have their progress, and who took part counts', async () => {
  const { project } = await newStudy();
  const study = await publishTest(ada, project, {
    name: 'After the first order',
    questions: [{ type: 'open', text: 'Why?' }],
    postDetails: { target_participants: 20, deadline: '2099-01-31' },
  });
  await publishedAnswer(study);
  expect((await overviewOf(project)).data).toMatchObject({
    study_count: 1,
    studies: [
      {
        id: study.id,
        name: 'After the first order',
        status: 'live',
        completed_count: 1,
        target_participants: 20,
        deadline: '2099-01-31',
        next_session_at: null,
      },
    ],
    people: { count: 3, speaker_count: 2, studies: [{ id: study.id, count: 1 }] },
  });
});

test('the state of a project has its open study, and only of projects that the person may see', async () => {
  const { project } = await newStudy();
  await publishTest(ada, project, {
    name: 'Wave 2',
    questions: [{ type: 'open', text: 'Why?' }],
    postDetails: { target_participants: 5 },
  });
  const read = async (account: Account, email: string) => {
    const cookie = await signIn(account, email);
    const answer = await fetch(`${parley.url}/app/v1/project_states`, { headers: { cookie } });
    return ((await answer.json()) as { data: { projects: { project_id: string }[] } }).data.projects;
  };
  const states = await read(ada, 'ada@example.com');
  expect(states.find(({ project_id }) => project_id === project)).toEqual({
    project_id: project,
    transcribing_count: 0,
    study: { name: 'Wave 2', completed_count: 0, target_participants: 5, deadline: null },
  });
  expect(await read(stranger, 'eve@example.com')).toEqual([]);
});

async function publishedAnswer(study: { share_url: string; questions: { id: string }[] }) {
  const person = await openLink(parley, study.share_url).start({ name: 'Leila' });
  await person.answer(study.questions[0]?.id ?? '', { text: 'Because.' });
  expect((await person.post('/submit')).status).toBe(200);
}

test('the overview of an empty project has nothing, and a stranger gets 404', async () => {
  const project = (await ada.post('/v1/projects', { name: 'Empty' })).body.data.id as string;
  const { data } = await overviewOf(project);
  expect(data).toMatchObject({ themes: [], theme_count: 0, insights: [], people: { count: 0, studies: [] } });
  expect((await overviewOf(project, stranger, 'eve@example.com')).status).toBe(404);
  expect((await ada.get(`/v1/projects/${project}/overview`)).status).toBe(404);
});
