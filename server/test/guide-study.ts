import type { Account, TestParley } from './harness.ts';
import { until } from './harness.ts';

export interface Study {
  /** The shell variables that the examples of docs/api use without setting them. docs/api/README.md lists them. */
  variables: Record<string, string>;
}

/** Creates an account with the records that the guides take as given. */
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
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(recording)]), 'interview.mp4');
  const RECORDING = await create(ada, `/v1/projects/${PROJECT}/files`, form);
  await until(
    async () => (await ada.get(`/v1/files/${RECORDING}`)).body.data.status === 'ready',
    'the recording to be ready',
    120_000,
  );
  return {
    variables: {
      PARLEY: server.url,
      KEY: ada.key,
      PROJECT,
      FILE,
      RECORDING,
      SEGMENT: segments[1].id,
      TAG,
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
