import { beforeAll, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { openLink, type ParticipantClient, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

let project: string;

const clock = createTestClock(new Date('2026-11-17T10:00:00Z'));
const parley = useParley({ clock, work: true });
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

async function begin(): Promise<{ mina: ParticipantClient; test_id: string }> {
  const made = await publishTest(ada, project, {
    type: 'ai_interview',
    questions: [1, 2, 3].map((n) => ({ type: 'open', text: `What about topic ${n}?`, required: true })),
  });
  const started = await openLink(parley, made.share_url).post('/interview', {});
  return { mina: openLink(parley, started.body.data.token), test_id: made.id };
}
const say = (mina: ParticipantClient, client_turn: number) =>
  mina.post('/interview/turns', { text: 'I like how quickly it opens in the morning.', client_turn });
const sessionOf = async (testId: string) =>
  (await ada.get(`/v1/engage/tests/${testId}/sessions`)).body.data[0];
const becomes = (testId: string, status: string) =>
  until(async () => {
    const session = await sessionOf(testId);
    return session.status === status ? session : undefined;
  }, `the session to be ${status}`);

test('an interview that goes silent early is abandoned, and continues when the participant returns', async () => {
  const { mina, test_id } = await begin();
  await say(mina, 1);
  clock.advance(31 * 60_000);
  await parley.sweep();
  await becomes(test_id, 'abandoned');
  const back = await mina.post('/interview', {});
  expect(back.body.data).toMatchObject({ status: 'in_progress', next_client_turn: 2 });
  expect((await sessionOf(test_id)).status).toBe('in_progress');
  await say(mina, 2);
  expect((await say(mina, 3)).body.data.status).toBe('ended');
  expect((await becomes(test_id, 'completed')).recording_file_id).not.toBeNull();
});

test('an interview that goes silent after half of the questions is completed, and lasted until its last message', async () => {
  const { mina, test_id } = await begin();
  clock.advance(60_000);
  await say(mina, 1);
  clock.advance(60_000);
  await say(mina, 2);
  const lastMessageAt = clock.now().toISOString();
  clock.advance(29 * 60_000);
  await parley.sweep();
  expect((await sessionOf(test_id)).status).toBe('in_progress');
  clock.advance(2 * 60_000);
  await parley.sweep();
  const session = await becomes(test_id, 'completed');
  expect(session.coverage.map(({ status }: { status: string }) => status)).toEqual([
    'covered',
    'covered',
    'missed',
  ]);
  expect(session).toMatchObject({ ended_at: lastMessageAt, duration_seconds: 120 });
  const [response] = (await ada.get(`/v1/tests/${test_id}/responses`)).body.data;
  expect(response).toMatchObject({
    status: 'completed',
    submitted_at: lastMessageAt,
    duration_seconds: 120,
  });
});

test('an interview whose participant writes while it is about to be ended continues', async () => {
  const { mina, test_id } = await begin();
  await say(mina, 1);
  clock.advance(31 * 60_000);
  const { id } = await sessionOf(test_id);
  let swept: Promise<unknown> = Promise.resolve();
  await parley.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from engage_sessions where id = ${id} for update`);
    swept = parley.sweep();
    // The sweep has listed the interview as silent and waits for the lock.
    await until(
      async () =>
        (await parley.db.query(sql`select 1 from pg_locks where not granted`)).length > 0 || undefined,
      'the sweep to wait',
    );
    await tx.query(sql`update interviews set last_turn_at = ${clock.now()} where session_id = ${id}`);
  });
  await swept;
  expect((await sessionOf(test_id)).status).toBe('in_progress');
});
