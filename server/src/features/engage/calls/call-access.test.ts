import { beforeEach, describe, expect, test } from 'vitest';
import { bookCall, browserOf, publishLiveInterview } from '../../../../test/call-side.ts';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { storedSignals } from './limits.ts';

const start = new Date('2027-04-01T10:00:00Z');
const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley, { email: 'ada@example.com', name: 'Ada' });
const hourBefore = new Date(start.getTime() - 3_600_000);
beforeEach(() => clock.set(hourBefore));

/** Ben's browser and Mina's browser in one call, both following it. */
async function startCall() {
  clock.set(hourBefore);
  const ben = await parley.account({ workspace_id: ada.workspace_id, role: 'member' });
  const body = { name: 'Study', visibility: 'private', member_ids: [ben.user_id] };
  const project = (await ada.post('/v1/projects', body)).body.data.id as string;
  const test = await publishLiveInterview(ada, project, [start], { text: 'I agree.', recording: true });
  const call = await bookCall(parley, ada, test, start);
  clock.set(start);
  const researcher = (await browserOf(parley, ben))(call.id);
  const minaId = (await call.participant.post('/join', { consent_version: 1 })).body.data.peer_id as string;
  const benId = (await researcher.post('/join')).body.data.peer_id as string;
  const mina = call.participant.follow(minaId);
  const seen = researcher.follow(benId);
  await seen.saw('peers', ({ peers }) => peers.length === 2);
  await mina.saw('peers', ({ peers }) => peers.length === 2);
  return { ...call, project, ben, researcher, benId, minaId, mina, seen };
}

type Started = Awaited<ReturnType<typeof startCall>>;
const peerIds = async (id: string) =>
  (
    await parley.db.query<{ id: string }>(
      sql`select id from call_peers where session_id = ${id} and left_at is null`,
    )
  ).map((row) => row.id);

describe('an open stream of a researcher ends when', () => {
  test.each<[string, (call: Started) => Promise<unknown>]>([
    ['the member is removed', ({ ben }) => ada.delete(`/v1/workspace/members/${ben.user_id}`)],
    [
      'the role becomes viewer',
      ({ ben }) => ada.patch(`/v1/workspace/members/${ben.user_id}`, { role: 'viewer' }),
    ],
    [
      'the project is no longer shared',
      ({ project }) => ada.patch(`/v1/projects/${project}`, { member_ids: [] }),
    ],
    [
      'the sign-in ends',
      ({ ben }) => parley.db.query(sql`delete from sign_ins where user_id = ${ben.user_id}`),
    ],
  ])('%s, and the browser of the participant learns that the other has left', async (_, end) => {
    const call = await startCall();
    await end(call);
    await call.seen.saw('refused');
    await call.seen.done;
    await call.mina.saw('peers', ({ peers }) => peers.length === 1);
    expect(await peerIds(call.id)).toEqual([call.minaId]);
    await call.mina.close();
  });

  test('the sign-in expires', async () => {
    const call = await startCall();
    await parley.db.query(
      sql`update sign_ins set expires_at = ${clock.now()} where user_id = ${call.ben.user_id}`,
    );
    await call.seen.saw('refused');
    await call.mina.close();
  });
});

test('a browser that does not read its stream leaves the call when its access ends', async () => {
  const call = await startCall();
  await call.seen.close();
  const response = await fetch(
    `${parley.url}/app/v1/engage/sessions/${call.id}/call/events?peer_id=${call.benId}`,
    { headers: call.researcher.headers },
  );
  for (let n = 0; n < 8; n++)
    await call.participant.post('/signals', {
      peer_id: call.minaId,
      to: call.benId,
      data: { sdp: 'x'.repeat(60_000) },
    });
  await ada.delete(`/v1/workspace/members/${call.ben.user_id}`);
  await call.mina.saw('peers', ({ peers }) => peers.length === 1);
  await response.body?.cancel();
  await call.mina.close();
});

describe('both streams of a call end when', () => {
  test.each<[string, string, (call: Started) => Promise<unknown>]>([
    ['the project is deleted', 'refused', ({ project }) => ada.delete(`/v1/projects/${project}`)],
    ['the session is completed', 'ended', ({ id }) => ada.post(`/v1/engage/sessions/${id}/complete`)],
  ])('%s', async (_, event, end) => {
    const call = await startCall();
    await end(call);
    await Promise.all([call.seen.saw(event), call.mina.saw(event)]);
    await Promise.all([call.seen.done, call.mina.done]);
  });
});

test('the stream of a participant ends when the link is revoked, and the browser of the researcher learns it', async () => {
  const call = await startCall();
  await parley.db.query(
    sql`update participant_links set revoked_at = ${clock.now()} where session_id = ${call.id}`,
  );
  await call.mina.saw('refused');
  await call.seen.saw('peers', ({ peers }) => peers.length === 1);
  await call.seen.close();
});

test('the stream of a participant who waits ends when the session is canceled', async () => {
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  const test = await publishLiveInterview(ada, project, [start], { text: 'I agree.', recording: true });
  const { id, participant } = await bookCall(parley, ada, test, start);
  clock.set(start);
  const { peer_id } = (await participant.post('/join', { consent_version: 1 })).body.data;
  const mina = participant.follow(peer_id);
  await mina.saw('peers');
  expect((await ada.post(`/v1/engage/sessions/${id}/cancel`)).status).toBe(200);
  await mina.done;
});

describe('one browser', () => {
  test('one browser has one stream: a new one ends the older', async () => {
    const call = await startCall();
    const again = call.researcher.follow(call.benId);
    await call.seen.done;
    expect(call.seen.events.map(({ event }) => event)).not.toContain('replaced');
    await again.saw('peers');
    await call.participant.post('/signals', { peer_id: call.minaId, to: call.benId, data: { candidate: 1 } });
    await again.saw('signal');
    expect(again.events.filter(({ event }) => event === 'signal')).toHaveLength(1);
    await Promise.all([again.close(), call.mina.close()]);
  });

  test('receives many large messages completely and in order, over several polls', async () => {
    const call = await startCall();
    const send = (n: number) =>
      call.participant.post('/signals', {
        peer_id: call.minaId,
        to: call.benId,
        data: { n, sdp: 'x'.repeat(60_000) },
      });
    await call.seen.close();
    for (let n = 0; n < 12; n++) expect((await send(n)).status).toBe(200);
    const again = call.researcher.follow(call.benId);
    await again.saw('signal', ({ data }) => data.n === 11);
    const numbers = again.events.filter(({ event }) => event === 'signal').map(({ data }) => data.data.n);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, n) => n));
    await Promise.all([again.close(), call.mina.close()]);
  });

  test('returns 429 for a message when too many or too large ones wait for the receiver', async () => {
    const call = await startCall();
    const send = (data: object) =>
      call.participant.post('/signals', { peer_id: call.minaId, to: call.benId, data });
    const large = { sdp: 'x'.repeat(60_000) };
    const statuses = await Promise.all(Array.from({ length: 20 }, () => send(large)));
    const stored = Math.floor(storedSignals.bytesPerPeer / JSON.stringify(large).length);
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(stored);
    const refused = statuses.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(refused?.headers.get('retry-after')).toBe('60');
    await parley.db.query(sql`delete from call_signals`);
    await parley.db.query(sql`
      insert into call_signals (to_peer, from_peer, data, bytes, created_at)
      select ${call.benId}, ${call.minaId}, '{}', 2, ${clock.now()} from generate_series(2, ${storedSignals.perPeer})`);
    expect((await send({})).status).toBe(200);
    expect((await send({})).status).toBe(429);
    // A browser that leaves frees what waited for it.
    await call.researcher.post('/leave', { peer_id: call.benId });
    expect(await parley.db.query(sql`select 1 from call_signals`)).toEqual([]);
    await call.mina.close();
  });

  test('returns 404 for the browser of a colleague in the same call', async () => {
    const call = await startCall();
    const colleague = (await browserOf(parley, ada))(call.id);
    const adaId = (await colleague.post('/join')).body.data.peer_id as string;
    const asBen = { peer_id: call.benId, to: call.minaId, data: {} };
    expect((await colleague.post('/signals', asBen)).status).toBe(404);
    expect((await colleague.post('/leave', { peer_id: call.benId })).status).toBe(404);
    const recording = { peer_id: call.benId, content_type: 'video/webm' };
    expect((await colleague.post('/recordings', recording)).status).toBe(404);
    expect((await colleague.post('/signals', { ...asBen, peer_id: adaId })).status).toBe(200);
    expect(await peerIds(call.id)).toContain(call.benId);
    await Promise.all([call.seen.close(), call.mina.close()]);
  });
});

test('a participant who withdrew is asked again, and is not recorded before', async () => {
  const project = (await ada.post('/v1/projects', { name: 'Study', visibility: 'workspace' })).body.data.id;
  const later = new Date(start.getTime() + 86_400_000);
  const test = await publishLiveInterview(ada, project, [start, later], {
    text: 'I agree.',
    recording: true,
  });
  const first = await bookCall(parley, ada, test, start);
  clock.set(new Date(start.getTime() - 60_000));
  expect((await first.participant.post('/join', { consent_version: 1 })).status).toBe(200);
  expect((await first.withdraw()).status).toBe(200);
  const second = await bookCall(parley, ada, test, later);
  clock.set(later);
  const unasked = await second.participant.post('/join', {});
  expect(unasked.status).toBe(422);
  expect(unasked.body.error.details).toMatchObject([{ field: 'consent_version' }]);
  const researcher = (await browserOf(parley, ada))(second.id);
  const entered = (await researcher.post('/join')).body.data;
  expect(entered.session.recording_allowed).toBe(false);
  expect((await second.participant.post('/join', { consent_version: 1 })).status).toBe(200);
  expect((await researcher.post('/join')).body.data.session.recording_allowed).toBe(true);
});
