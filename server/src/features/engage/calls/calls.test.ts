import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Account,
  createTestClock,
  startParley,
  type TestParley,
  until,
} from '../../../../test/harness.ts';
import { findTools } from '../../../platform/media/find-tools.ts';
import { setPassword } from '../../identity/sign-in/index.ts';

const start = new Date('2027-04-01T10:00:00Z');
const clock = createTestClock();
const minutes = (n: number) => n * 60_000;
const turnSecret = 'a shared secret of the relay';
let one: TestParley;
/** The participant's browser is connected to another node than the researcher's. */
let two: TestParley;
let ada: Account;
let project: string;

beforeAll(async () => {
  clock.set(new Date('2027-03-01T09:00:00Z'));
  one = await startParley({
    clock,
    env: {
      STUN_URLS: 'stun:stun.example.com:3478',
      TURN_URLS: 'turn:turn.example.com',
      TURN_SECRET: turnSecret,
      // The transcription of the recording is not part of this test.
      TRANSCRIBE_BASE_URL: 'http://127.0.0.1:9/v1',
    },
  });
  two = await startParley({ clock, sameDatabaseAs: one, env: { DATA_DIR: one.config.dataDir } });
  ada = await one.account({ email: 'ada@example.com', name: 'Ada' });
  project = (await ada.post('/v1/projects', { name: 'Study', visibility: 'workspace' })).body.data.id;
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});
beforeEach(() => clock.set(new Date('2027-03-01T09:00:00Z')));

/** A researcher in a signed-in browser. */
async function browserOf(account: Account, email: string) {
  const password = 'correct horse battery staple';
  await setPassword(one.db, account.user_id, password, clock.now());
  const signedIn = await one.request('POST', '/app/sign-in', {
    body: { email, password },
    headers: { origin: one.url },
  });
  const headers = {
    cookie: (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] as string,
    origin: one.url,
  };
  return (sessionId: string) => callAt(one, `/app/v1/engage/sessions/${sessionId}/call`, headers);
}

interface Event {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really sent.
  data: any;
  id?: string;
}

/** One side of a call: requests, and the events as they arrive. */
function callAt(node: TestParley, prefix: string, headers: Record<string, string>) {
  const post = (route: string, body?: object) => node.request('POST', `${prefix}${route}`, { body, headers });
  const follow = (peerId: string, lastEventId?: string) => {
    const controller = new AbortController();
    const events: Event[] = [];
    const done = fetch(`${node.url}${prefix}/events?peer_id=${peerId}`, {
      headers: { ...headers, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
      signal: controller.signal,
    })
      .then(async (response) => {
        let text = '';
        for await (const chunk of response.body ?? []) {
          text += Buffer.from(chunk).toString();
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) {
            const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)));
            if (fields.event) events.push({ ...fields, data: JSON.parse(fields.data) } as Event);
          }
        }
      })
      .catch(() => undefined);
    const saw = (name: string, matches: (data: Event['data']) => boolean = () => true) =>
      until(
        async () => events.find(({ event, data }) => event === name && matches(data)),
        `the event ${name}`,
      );
    return {
      events,
      saw,
      async close() {
        controller.abort();
        await done;
      },
    };
  };
  return { post, follow };
}

async function schedule(consent: object | null = { text: 'I agree.', recording: true }) {
  const created = await ada.post(`/v1/projects/${project}/tests`, {
    name: 'Checkout',
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    consent,
    scheduling: {
      timezone: 'Europe/Berlin',
      duration_minutes: 45,
      slots: [{ start_at: start.toISOString() }],
    },
  });
  const testId = created.body.data.id;
  expect((await ada.post(`/v1/engage/tests/${testId}/publish`)).body.data.status).toBe('live');
  const { body } = await ada.post(`/v1/engage/tests/${testId}/sessions`, {
    participant: { email: 'mina@example.com', name: 'Mina' },
    scheduled_start_at: start.toISOString(),
  });
  const token = body.data.join_url.split('/t/')[1];
  const participant = callAt(two, '/p/v1/call', { authorization: `Bearer ${token}` });
  return { id: body.data.id as string, participant, token };
}
const statusOf = async (id: string) => (await ada.get(`/v1/engage/sessions/${id}`)).body.data.status;
const fieldsOf = (response: { body: { error?: { details: { field: string }[] } } }) =>
  response.body.error?.details.map(({ field }) => field);

describe('a call', () => {
  test('opens half an hour early, after consent, and starts when both are there', async () => {
    const { id, participant } = await schedule();
    expect(fieldsOf(await participant.post('/join', { consent_version: 1 }))).toEqual(['link']);
    clock.set(new Date(start.getTime() - minutes(29)));
    const researcher = (await browserOf(ada, 'ada@example.com'))(id);
    expect(fieldsOf(await participant.post('/join', {}))).toEqual(['consent_version']);
    expect(fieldsOf(await participant.post('/join', { consent_version: 7 }))).toEqual(['consent_version']);
    const mina = await participant.post('/join', { consent_version: 1 });
    expect(mina.status).toBe(200);
    expect(await statusOf(id)).toBe('waiting');
    const adaIn = await researcher.post('/join');
    expect(await statusOf(id)).toBe('in_progress');
    expect(adaIn.body.data.peers.map((peer: { role: string }) => peer.role).sort()).toEqual([
      'participant',
      'researcher',
    ]);
    const [stun, turn] = adaIn.body.data.ice_servers;
    expect(stun.urls).toEqual(['stun:stun.example.com:3478']);
    expect(turn.credential).toBe(createHmac('sha1', turnSecret).update(turn.username).digest('base64'));
    expect(Number(turn.username.split(':')[0])).toBeGreaterThan(clock.now().getTime() / 1000);
    // Someone who has agreed enters again without being asked.
    expect((await participant.post('/join', {})).status).toBe(200);
  });

  test('passes messages between browsers on two nodes, once and in order, also over a lost connection', async () => {
    const { id, participant } = await schedule();
    clock.set(start);
    const researcher = (await browserOf(ada, 'ada@example.com'))(id);
    const minaId = (await participant.post('/join', { consent_version: 1 })).body.data.peer_id;
    const adaId = (await researcher.post('/join')).body.data.peer_id;
    const mina = participant.follow(minaId);
    const seen = researcher.follow(adaId);
    await seen.saw('peers', ({ peers }) => peers.length === 2);
    const offer = { type: 'offer', sdp: 'v=0' };
    expect((await researcher.post('/signals', { peer_id: adaId, to: minaId, data: offer })).status).toBe(200);
    await mina.saw('signal', (signal) => signal.from === adaId && signal.data.sdp === 'v=0');
    const last = mina.events.at(-1)?.id as string;
    await mina.close();
    for (let n = 0; n < 5; n++)
      await researcher.post('/signals', { peer_id: adaId, to: minaId, data: { candidate: n } });
    const again = participant.follow(minaId, last);
    await again.saw('signal', ({ data }) => data.candidate === 4);
    const candidates = again.events
      .filter(({ event }) => event === 'signal')
      .map(({ data }) => data.data.candidate);
    expect(candidates).toEqual([0, 1, 2, 3, 4]);

    // Refused: as another peer, to a peer of another call, too much.
    const asOther = { peer_id: adaId, to: adaId, data: {} };
    expect((await participant.post('/signals', asOther)).status).toBe(404);
    expect(fieldsOf(await participant.post('/signals', { peer_id: minaId, to: 'x', data: {} }))).toEqual([
      'to',
    ]);
    const large = { peer_id: minaId, to: adaId, data: { sdp: 'x'.repeat(70_000) } };
    expect((await participant.post('/signals', large)).status).toBe(422);

    expect((await ada.post(`/v1/engage/sessions/${id}/complete`)).status).toBe(200);
    await again.saw('ended');
    await seen.saw('ended');
  });

  test('replaces an older browser of the same person, and has room for three researchers', async () => {
    const { id, participant } = await schedule();
    clock.set(start);
    const first = (await participant.post('/join', { consent_version: 1 })).body.data.peer_id;
    const stream = participant.follow(first);
    await stream.saw('peers');
    const second = (await participant.post('/join', {})).body.data.peer_id;
    await stream.saw('replaced');
    expect((await participant.post('/leave', { peer_id: first })).status).toBe(422);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      const email = `r${n}-${id}@example.com`;
      const account = await one.account({ email, workspace_id: ada.workspace_id, role: 'member' });
      const researcher = (await browserOf(account, email))(id);
      const entered = await researcher.post('/join');
      statuses.push(entered.status);
      if (n === 0) statuses.push((await researcher.post('/join')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 422]);
    expect((await participant.post('/leave', { peer_id: second })).status).toBe(200);
    const eve = await one.account({ email: `eve-${id}@example.com` });
    const stranger = (await browserOf(eve, `eve-${id}@example.com`))(id);
    expect((await stranger.post('/join')).status).toBe(404);
  });
});

describe('attendance', () => {
  test('a participant who has not come 15 minutes after the start is a no-show, and may still come', async () => {
    const { id, participant } = await schedule();
    clock.set(new Date(start.getTime() + minutes(14)));
    await one.sweep();
    expect(await statusOf(id)).toBe('scheduled');
    clock.advance(minutes(1));
    await one.sweep();
    expect(await statusOf(id)).toBe('no_show');
    expect((await participant.post('/join', { consent_version: 1 })).status).toBe(200);
    expect(await statusOf(id)).toBe('waiting');
  });

  test('a call that everyone has left is abandoned after ten minutes, not while somebody returns', async () => {
    const { id, participant } = await schedule();
    clock.set(start);
    const researcher = (await browserOf(ada, 'ada@example.com'))(id);
    await participant.post('/join', { consent_version: 1 });
    const { peer_id } = (await researcher.post('/join')).body.data;
    clock.advance(minutes(9));
    await participant.post('/join', {});
    clock.advance(minutes(9));
    await one.sweep();
    expect(await statusOf(id)).toBe('in_progress');
    expect((await researcher.post('/leave', { peer_id })).status).toBe(200);
    clock.advance(minutes(2));
    await one.sweep();
    expect(await statusOf(id)).toBe('abandoned');
  });
});

describe('a recording', () => {
  /** What a browser's recorder sends: a stream without duration and index. */
  async function recordedBytes(): Promise<Buffer> {
    const { ffmpeg } = await findTools({ cacheDir: one.config.dataDir });
    const args = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10:duration=6'];
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=6'];
    const codecs = ['-c:v', 'libvpx', '-c:a', 'libvorbis', '-g', '10', '-f', 'webm', 'pipe:1'];
    const { stdout } = await promisify(execFile)(ffmpeg, [...args, ...sound, ...codecs], {
      encoding: 'buffer',
      maxBuffer: 50_000_000,
    });
    return stdout;
  }
  const append = (url: string, offset: number, bytes: Buffer) =>
    // Links for a browser have no host.
    fetch(new URL(url, one.url), {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(bytes),
    });

  test('needs the consent of the participant to be recorded', async () => {
    const { id, participant } = await schedule({ text: 'No recording.', recording: false });
    clock.set(start);
    const researcher = (await browserOf(ada, 'ada@example.com'))(id);
    await participant.post('/join', { consent_version: 1 });
    const { peer_id } = (await researcher.post('/join')).body.data;
    const refused = await researcher.post('/recordings', { peer_id, content_type: 'video/webm' });
    expect(fieldsOf(refused)).toEqual(['session_id']);
  });

  test('of a recorder that crashed contains everything that it sent, seeks, and completes the session', async () => {
    const { id, participant } = await schedule();
    clock.set(start);
    const researcher = (await browserOf(ada, 'ada@example.com'))(id);
    const { peer_id: minaId } = (await participant.post('/join', { consent_version: 1 })).body.data;
    const mina = participant.follow(minaId);
    const { peer_id } = (await researcher.post('/join')).body.data;
    const opened = await researcher.post('/recordings', {
      peer_id,
      content_type: 'video/webm;codecs=vp8,vorbis',
    });
    expect(opened.status).toBe(201);
    const { file_id, upload_url } = opened.body.data;
    await mina.saw('state', ({ recording }) => recording === true);
    const bytes = await recordedBytes();
    const half = Math.floor(bytes.length / 2);
    expect((await append(upload_url, 0, bytes.subarray(0, half))).status).toBe(204);
    clock.advance(5_000);
    // The next chunk is cut off in its middle: the recorder's browser has crashed.
    expect((await append(upload_url, half, bytes.subarray(half, half + 1_000))).status).toBe(204);
    await one.sweep();
    expect((await ada.get(`/v1/files/${file_id}`)).body.data).toMatchObject({
      status: 'uploading',
      session_id: id,
    });

    await mina.close();
    clock.advance(minutes(11));
    await one.sweep();
    expect((await append(upload_url, half + 1_000, bytes.subarray(half + 1_000))).status).toBe(404);
    const session = (await ada.get(`/v1/engage/sessions/${id}`)).body.data;
    expect(session).toMatchObject({ status: 'completed', recording_file_id: file_id });
    const events = (await ada.get(`/v1/events?type=engage.session.completed&limit=100`)).body.data;
    const own = events.filter((event: { data: { id: string } }) => event.data.id === id);
    expect(own.map((event: { data: unknown }) => event.data)).toEqual([{ ...session, join_url: null }]);

    one.startWork();
    const file = await until(async () => {
      const { data } = (await ada.get(`/v1/files/${file_id}`)).body;
      return data.status !== 'uploading' && data.status !== 'processing' && data;
    }, 'the recording');
    expect(file).toMatchObject({ status: 'ready', kind: 'video', source: 'session' });
    expect(file.duration_seconds).toBeGreaterThan(2);
    expect(file.duration_seconds).toBeLessThan(5);
    const stored = Buffer.from(await (await fetch(file.download_url)).arrayBuffer());
    // The element "Cues" is the index with which players seek; a recorder does not write one.
    const cues = Buffer.from([0x1c, 0x53, 0xbb, 0x6b]);
    expect([bytes.includes(cues), stored.includes(cues)]).toEqual([false, true]);
  });
});
