import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookCall, browserOf, publishLiveInterview } from '../../../../test/call-side.ts';
import { createTestClock, until } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { findTools } from '../../../platform/media/find-tools.ts';

const start = new Date('2027-04-01T10:00:00Z');
const clock = createTestClock();
const minutes = (n: number) => n * 60_000;
const turnSecret = 'a shared secret of the relay';
/** A speech recognition that does not tell voices apart. */
const recognition = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const segments = [
      { start: 0, end: 2, text: 'Why?' },
      { start: 2, end: 5, text: 'It was late.' },
    ];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ language: 'en', segments }));
  });
});
let project: string;

beforeAll(async () => {
  clock.set(new Date('2027-03-01T09:00:00Z'));
  await new Promise<void>((ready) => recognition.listen(0, '127.0.0.1', ready));
});
afterAll(() => recognition.close());
const one = useParley(() => ({
  clock,
  env: {
    STUN_URLS: 'stun:stun.example.com:3478',
    TURN_URLS: 'turn:turn.example.com',
    TURN_SECRET: turnSecret,
    TRANSCRIBE_BASE_URL: `http://127.0.0.1:${(recognition.address() as AddressInfo).port}/v1`,
  },
}));
/** The participant's browser is connected to another node than the researcher's. */
const two = useParley(() => ({ clock, sameDatabaseAs: one, env: { DATA_DIR: one.config.dataDir } }));
const ada = useAccount(one, { email: 'ada@example.com', name: 'Ada' });
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study', visibility: 'workspace' })).body.data.id;
});
beforeEach(() => clock.set(new Date('2027-03-01T09:00:00Z')));

async function schedule(consent: object | null = { text: 'I agree.', recording: true }) {
  return bookCall(two, ada, await publishLiveInterview(ada, project, [start], consent), start);
}
const statusOf = async (id: string) => (await ada.get(`/v1/engage/sessions/${id}`)).body.data.status;
const fieldsOf = (response: { body: { error?: { details: { field: string }[] } } }) =>
  response.body.error?.details.map(({ field }) => field);

describe('a call', () => {
  test('opens half an hour early, after consent, and starts when both are there', async () => {
    const { id, participant } = await schedule();
    expect(fieldsOf(await participant.post('/join', { consent_version: 1 }))).toEqual(['link']);
    clock.set(new Date(start.getTime() - minutes(29)));
    const researcher = (await browserOf(one, ada))(id);
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
    const researcher = (await browserOf(one, ada))(id);
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
    // The page of a browser that was replaced says that it leaves when it is closed. The other one stays in the call.
    expect((await participant.post('/leave', { peer_id: first })).status).toBe(200);
    expect((await participant.post('/signals', { peer_id: second, to: second, data: {} })).status).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      const email = `r${n}-${id}@example.com`;
      const account = await one.account({ email, workspace_id: ada.workspace_id, role: 'member' });
      const researcher = (await browserOf(one, account))(id);
      const entered = await researcher.post('/join');
      statuses.push(entered.status);
      if (n === 0) statuses.push((await researcher.post('/join')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 422]);
    expect((await participant.post('/leave', { peer_id: second })).status).toBe(200);
    const eve = await one.account({ email: `eve-${id}@example.com` });
    const stranger = (await browserOf(one, eve))(id);
    expect((await stranger.post('/join')).status).toBe(404);
  });

  test('accepts that a browser leaves after the call has ended, and only its own person can say so', async () => {
    const { id, participant } = await schedule();
    clock.set(start);
    const researcher = (await browserOf(one, ada))(id);
    const minaId = (await participant.post('/join', { consent_version: 1 })).body.data.peer_id;
    const adaId = (await researcher.post('/join')).body.data.peer_id;
    expect((await ada.post(`/v1/engage/sessions/${id}/complete`)).status).toBe(200);
    for (let times = 0; times < 2; times++) {
      expect((await participant.post('/leave', { peer_id: minaId })).status).toBe(200);
      expect((await researcher.post('/leave', { peer_id: adaId })).status).toBe(200);
    }
    expect((await participant.post('/leave', { peer_id: adaId })).status).toBe(404);
    expect((await researcher.post('/leave', { peer_id: minaId })).status).toBe(404);
    expect((await participant.post('/leave', { peer_id: 'unknown' })).status).toBe(404);
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
    const researcher = (await browserOf(one, ada))(id);
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
    const researcher = (await browserOf(one, ada))(id);
    await participant.post('/join', { consent_version: 1 });
    const { peer_id } = (await researcher.post('/join')).body.data;
    const refused = await researcher.post('/recordings', { peer_id, content_type: 'video/webm' });
    expect(fieldsOf(refused)).toEqual(['session_id']);
  });

  test('a recording has a transcript with the names of the people in the call', async () => {
    const { id, participant } = await schedule();
    clock.set(start);
    const researcher = (await browserOf(one, ada))(id);
    const { peer_id: minaId } = (await participant.post('/join', { consent_version: 1 })).body.data;
    const { peer_id } = (await researcher.post('/join')).body.data;
    const opened = await researcher.post('/recordings', { peer_id, content_type: 'video/webm' });
    const { file_id, upload_url } = opened.body.data;
    expect((await append(upload_url, 0, await recordedBytes())).status).toBe(204);
    const turns = [
      { peer_id, start_seconds: 0.1, end_seconds: 1.9 },
      { peer_id: minaId, start_seconds: 2.1, end_seconds: 4.8 },
      // Not a browser of this call.
      { peer_id: 'x', start_seconds: 2.1, end_seconds: 4.8 },
    ];
    const stop = (more: object) => researcher.post('/recordings/stop', { file_id, ...more });
    expect((await stop({ turns: Array.from({ length: 5_001 }, () => turns[0]) })).status).toBe(422);
    expect((await stop({ turns })).status).toBe(200);
    one.startWork();
    const { segments } = await until(async () => {
      const { status, body } = await ada.get(`/v1/files/${file_id}/transcript`);
      return status === 200 && body.data;
    }, 'the transcript');
    expect(segments.map(({ speaker }: { speaker: string }) => speaker)).toEqual(['Ada', 'Mina']);
  });

  test('stores everything that a crashed recorder sent in a recording that seeks, and completes the session', async () => {
    const { id, participant } = await schedule();
    clock.set(start);
    const researcher = (await browserOf(one, ada))(id);
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
