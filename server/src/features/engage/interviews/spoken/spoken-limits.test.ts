import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley } from '../../../../../test/harness.ts';
import { openLink, type ParticipantClient, publishTest } from '../../../../../test/participant-link.ts';
import { createRateLimiter } from '../../../../platform/rate-limiter/index.ts';
import { requireRoomForUninvited, spokenBytesMax } from './limit-bytes.ts';
import { countUninvitedBytes } from './store.ts';
import { spokenPeriodic } from './transcribe.ts';

const clock = createTestClock();
let parley: TestParley;
let ada: Account;
let project: string;
beforeAll(async () => {
  parley = await startParley({ clock });
  ada = await parley.account();
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});
afterAll(() => parley.stop());

const publishSurvey = () =>
  publishTest(ada, project, {
    type: 'ai_survey',
    questions: [{ type: 'open', text: 'How do you plan?', required: true }],
  });

async function append(client: ParticipantClient, bytes: number): Promise<number> {
  const response = await fetch(`${parley.url}/p/v1/spoken/parts?recording=recording-1&offset=0`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'audio/ogg' },
    body: new Uint8Array(bytes),
  });
  return response.status;
}

test('one client records at most 250 MiB an hour without an invitation, and another client still records', async () => {
  const { id } = await publishSurvey();
  const limiter = createRateLimiter();
  const add = (address: string, bytes: number) =>
    requireRoomForUninvited(limiter, parley.db, id, address, bytes);
  await add('203.0.113.1', 25 * spokenBytesMax);
  await expect(add('203.0.113.1', 1)).rejects.toMatchObject({ code: 'rate_limited' });
  await add('203.0.113.2', 1);
});

test('only recordings of people without an invitation count for the limit of the test', async () => {
  const made = await publishSurvey();
  const stranger = await openLink(parley, made.share_url).start();
  const invited = await ada.post(`/v1/engage/tests/${made.id}/invitations`, {
    participants: [{ email: 'mina@example.com' }],
  });
  const mina = await openLink(parley, invited.body.data[0].invite_url).start();
  expect([await append(stranger, 1000), await append(mina, 500)]).toEqual([200, 200]);
  expect(await countUninvitedBytes(parley.db, made.id)).toBe(1000);
});

test('a recording that is not completed is removed after an hour', async () => {
  const { share_url } = await publishSurvey();
  const mina = await openLink(parley, share_url).start();
  await append(mina, 1000);
  const received = async () => (await mina.get('/spoken?recording=recording-1')).body.data?.received;
  clock.advance(59 * 60_000);
  await spokenPeriodic({ db: parley.db, clock }).run();
  expect(await received()).toBe(1000);
  clock.advance(2 * 60_000);
  await spokenPeriodic({ db: parley.db, clock }).run();
  expect(await received()).toBeUndefined();
});
