import type { Account, TestParley } from './harness.ts';
import { until } from './harness.ts';
import { openLink, publishTest } from './participant-link.ts';

export interface Study {
  /** The shell variables that the examples of docs/api use without setting them. */
  variables: Record<string, string>;
}

/** Creates an account with one record of every kind that the guides show. */
export async function createStudy(server: TestParley, recording: Buffer): Promise<Study> {
  const ada = await server.account({ email: 'ada@example.com' });
  const member = await server.account({ workspace_id: ada.workspace_id, role: 'member' });
  const create = async (account: Account, path: string, body: unknown): Promise<string> =>
    (await account.post(path, body)).body.data.id;

  const PROJECT = await create(ada, '/v1/projects', { name: 'Checkout usability' });
  for (const name of ['Onboarding', 'Returns']) await create(ada, '/v1/projects', { name });
  const FILE = await create(ada, `/v1/projects/${PROJECT}/files`, {
    name: 'Interview 1',
    transcript: {
      segments: [
        {
          speaker: 'Interviewer',
          start_seconds: 0,
          end_seconds: 4,
          text: 'What did you expect to see here?',
        },
        {
          speaker: 'Mina',
          start_seconds: 4,
          end_seconds: 9,
          text: 'I wanted to see the total with shipping.',
        },
      ],
    },
  });
  const { segments } = (await ada.get(`/v1/files/${FILE}/transcript`)).body.data;
  const TAG = await create(ada, `/v1/projects/${PROJECT}/tags`, { name: 'Pricing' });
  const DOCUMENT = await create(ada, `/v1/projects/${PROJECT}/files`, {
    name: 'Notes.md',
    text: 'People look for the price first. They leave when they do not find it.',
  });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(recording)]), 'interview.mp4');
  const RECORDING = await create(ada, `/v1/projects/${PROJECT}/files`, form);
  await until(
    async () => (await ada.get(`/v1/files/${RECORDING}`)).body.data.status === 'ready',
    'the recording to be ready',
    120_000,
  );
  const job = await ada.post(`/v1/projects/${PROJECT}/reports`, { prompt: 'What do people expect to see?' });
  const REPORT = await until(
    async () =>
      (await ada.get(`/v1/jobs/${job.body.data.id}?wait_seconds=30`)).body.data.result?.report_id as string,
    'the report to be ready',
    120_000,
  );
  const asked = await ada.post(`/v1/projects/${PROJECT}/chat`, { message: 'What do people expect to see?' });
  const CHAT = await until(
    async () =>
      (await ada.get(`/v1/jobs/${asked.body.data.id}?wait_seconds=30`)).body.data.result?.chat_id as string,
    'the answer to be ready',
    120_000,
  );
  const WEBHOOK = await create(ada, '/v1/webhooks', {
    url: 'http://127.0.0.1:9/hooks',
    events: ['project.created'],
  });
  const LIVE_INTERVIEW = await create(ada, `/v1/projects/${PROJECT}/tests`, {
    name: 'Checkout, live',
    type: 'live_interview',
    questions: [{ type: 'open', text: 'What did you expect to see here?' }],
    consent: { text: 'We record the call.', recording: true },
    scheduling: {
      timezone: 'Europe/Berlin',
      duration_minutes: 45,
      slots: [{ start_at: '2035-03-05T08:00:00Z', end_at: '2035-03-05T16:00:00Z' }],
    },
  });
  await ada.post(`/v1/engage/tests/${LIVE_INTERVIEW}/publish`);
  const [event] = (await ada.get('/v1/events?type=project.created')).body.data;
  const live = await publishTest(ada, PROJECT, {
    name: 'Checkout, first impressions',
    questions: [{ type: 'open', text: 'What did you want to do when you opened the cart?' }],
  });
  const participant = await openLink(server, live.share_url).start({ name: 'Mina' });
  await participant.answer(live.questions[0].id, { text: 'I wanted to see the total with shipping.' });
  await participant.post('/submit');
  const [response] = (await ada.get(`/v1/tests/${live.id}/responses`)).body.data;

  return {
    variables: {
      PARLEY: server.url,
      KEY: ada.key,
      PROJECT,
      FILE,
      DOCUMENT,
      RECORDING,
      SEGMENT: segments[1].id,
      TAG,
      REPORT,
      CHAT,
      LIVE_INTERVIEW,
      WEBHOOK,
      EVENT: event.id,
      LIVE_TEST: live.id,
      RESPONSE: response.id,
      MEMBER: member.user_id,
      PRIVATE_PROJECT: await create(member, '/v1/projects', { name: 'Private' }),
      ...(await limitedKeys(server)),
    },
  };
}

/** Keys of accounts whose requests are rejected: for their plan, their credits and, after 60 in a minute, their rate. */
async function limitedKeys(server: TestParley): Promise<Record<string, string>> {
  const free = await server.account({ plan: 'free' });
  const full = await server.account({ plan: 'basic' });
  for (let used = 0; used < 10; used++) await full.post('/v1/projects', { name: 'Project' });
  const busy = await server.account({ plan: 'basic' });
  return { FREE_KEY: free.key, FULL_KEY: full.key, BUSY_KEY: busy.key };
}
