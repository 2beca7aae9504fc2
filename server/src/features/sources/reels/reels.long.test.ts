import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { makeRecording } from '../../../../test/media.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { findTools } from '../../../platform/media/find-tools.ts';

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);
let project: string;
let video: string;
let other: string;
let audio: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  video = await upload(await makeRecording('mp4', { seconds: 4 }), 'talk.mp4');
  other = await upload(await makeRecording('webm', { seconds: 3 }), 'other.webm');
  audio = await upload(await makeRecording('wav', { seconds: 3 }), 'talk.wav');
  await ada.put(`/v1/files/${video}/transcript`, {
    segments: [{ speaker: 'A', start_seconds: 0, end_seconds: 4, text: 'What did you expect?' }],
  });
  await ada.put(`/v1/files/${audio}/transcript`, {
    segments: [{ speaker: 'B', start_seconds: 0, end_seconds: 3, text: 'A <button>.' }],
  });
});

async function upload(bytes: Buffer, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const { body } = await ada.post(`/v1/projects/${project}/files`, form);
  await until(async () => (await ada.get(`/v1/files/${body.data.id}`)).body.data.status === 'ready', name);
  return body.data.id;
}

async function clip(file_id: string, start_seconds: number, end_seconds: number): Promise<string> {
  const input = { file_id, name: 'Part', start_seconds, end_seconds };
  return (await ada.post(`/v1/projects/${project}/clips`, input)).body.data.id;
}

const create = (body: object) => ada.post(`/v1/projects/${project}/reels`, body);
const untilProcessed = (reelId: string) =>
  until(async () => {
    const { body } = await ada.get(`/v1/reels/${reelId}`);
    return body.data.status !== 'processing' && body.data;
  }, `reel ${reelId} to be joined`);

async function reel(clip_ids: string[], more: object = {}) {
  const created = await create({ name: 'Highlights', clip_ids, ...more });
  expect(created.status).toBe(201);
  return untilProcessed(created.body.data.id);
}

async function measure(url: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-reel-'));
  try {
    const { ffprobe } = await findTools({ cacheDir: folder });
    await writeFile(path.join(folder, 'reel'), Buffer.from(await (await fetch(url)).arrayBuffer()));
    const args = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', path.join(folder, 'reel')];
    const { format, streams } = JSON.parse((await promisify(execFile)(ffprobe, args)).stdout);
    return {
      duration: Number(format.duration),
      streams: streams.map((s: { codec_type: string }) => s.codec_type).sort(),
      widths: streams.flatMap((s: { width?: number }) => (s.width ? [s.width] : [])),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('a reel', () => {
  test('plays all parts of a reel of different formats in the given order, with the summed duration', async () => {
    const clips = [await clip(audio, 0, 1), await clip(video, 1, 2.5), await clip(other, 0, 2)];
    const made = await reel(clips, { captions: true });
    expect(made).toMatchObject({ status: 'ready', error: null, duration_seconds: 4.5, captions: true });
    expect(made.parts.map((part: { clip_id: string }) => part.clip_id)).toEqual(clips);
    const { duration, streams, widths } = await measure(made.download_url);
    expect(Math.abs(duration - 4.5)).toBeLessThan(0.15);
    expect(streams).toEqual(['audio', 'subtitle', 'video']);
    expect(widths[0]).toBe(160);
    expect((await fetch(made.thumbnail_url)).headers.get('content-type')).toBe('image/jpeg');
    const [listed] = (await ada.get(`/v1/projects/${project}/reels`)).body.data;
    expect(listed).toMatchObject({ id: made.id, download_url: null, thumbnail_url: made.thumbnail_url });
  });

  test('encodes a reel of audio clips as m4a', async () => {
    const made = await reel([await clip(audio, 0, 1), await clip(audio, 1, 2)]);
    const { duration, streams } = await measure(made.download_url);
    expect(streams).toEqual(['audio']);
    expect(Math.abs(duration - 2)).toBeLessThan(0.15);
  });

  test('keeps its parts when its clips are deleted, even before they are joined', async () => {
    const clips = [await clip(video, 0, 1), await clip(video, 2, 3)];
    const created = (await create({ name: 'Two', clip_ids: clips })).body.data;
    for (const id of clips) await ada.delete(`/v1/clips/${id}`);
    const made = await untilProcessed(created.id);
    expect(made).toMatchObject({ status: 'ready', duration_seconds: 2 });
    expect(made.parts[0]).toEqual({ clip_id: null, file_id: video, start_seconds: 0, end_seconds: 1 });
  });

  test('deletes a reel with its bytes when one of its recordings is deleted', async () => {
    const gone = await upload(await makeRecording('wav', { seconds: 2 }), 'gone.wav');
    const made = await reel([await clip(gone, 0, 1), await clip(video, 0, 1)]);
    const { share_url } = (await ada.post(`/v1/reels/${made.id}/share`)).body.data;
    await ada.delete(`/v1/files/${gone}`);
    expect((await ada.get(`/v1/reels/${made.id}`)).status).toBe(404);
    expect((await fetch(made.download_url)).status).toBe(404);
    expect((await fetch(`${share_url}/media`)).status).toBe(404);
    const rows = await parley.db.query(
      sql`select 1 from blob_deletions where prefix = ${`reels/${made.id}/`}`,
    );
    const parts = await parley.db.query(sql`select 1 from reel_parts where reel_id = ${made.id}`);
    expect([rows.length, parts.length]).toEqual([1, 0]);
  });

  test('shares a reel like a clip, with the words of its parts as text, and the link ends at once', async () => {
    const made = await reel([await clip(audio, 0, 2.5), await clip(video, 0, 1)], {
      name: '<b>Reel</b>',
      captions: true,
    });
    const { share_url } = (await ada.post(`/v1/reels/${made.id}/share`)).body.data;
    expect(share_url).toMatch(/\/s\/reels\/[\w-]{32}$/);
    const page = await fetch(share_url);
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    const html = await page.text();
    expect(html).toContain('<h1>&lt;b&gt;Reel&lt;/b&gt;</h1>');
    expect(html).toContain(
      '<p class="turn"><b>B:</b> A &lt;button&gt;.</p>\n<p class="turn"><b>A:</b> What</p>',
    );
    expect(html).not.toContain('<blockquote>');
    const captions = await (await fetch(`${share_url}/captions.vtt`)).text();
    expect(captions).toContain('00:00:00.000 --> 00:00:02.500\n<v B>A &lt;button&gt;.');
    expect(captions).toContain('00:00:02.500 --> 00:00:03.500\n<v A>What\n');
    expect((await fetch(`${share_url}/media`)).headers.get('content-type')).toBe('video/mp4');
    await ada.delete(`/v1/reels/${made.id}/share`);
    for (const part of ['', '/media', '/thumbnail', '/captions.vtt'])
      expect((await fetch(share_url + part)).status).toBe(404);
  });

  test('renames and deletes a reel, and its clips stay', async () => {
    const clips = [await clip(audio, 0, 1), await clip(audio, 1, 2)];
    const made = await reel(clips);
    const renamed = await ada.patch(`/v1/reels/${made.id}`, { name: 'Renamed', description: 'Why' });
    expect(renamed.body.data).toMatchObject({ name: 'Renamed', description: 'Why', status: 'ready' });
    expect((await ada.delete(`/v1/reels/${made.id}`)).status).toBe(200);
    expect((await ada.get(`/v1/reels/${made.id}`)).status).toBe(404);
    expect((await ada.get(`/v1/clips/${clips[0]}`)).status).toBe(200);
  });

  test('fails a reel of a recording whose bytes are missing, and says why', async () => {
    const lost = await upload(await makeRecording('wav', { seconds: 2 }), 'lost.wav');
    const clips = [await clip(lost, 0, 1), await clip(lost, 1, 2)];
    await parley.db.query(sql`update files set blob_key = null where id = ${lost}`);
    expect(await reel(clips)).toMatchObject({
      status: 'failed',
      error: { message: 'A recording of this reel has no content.' },
    });
  });

  test('refuses a reel of fewer than two clips, clips of other projects and more than two hours', async () => {
    const one = await clip(audio, 0, 1);
    expect((await create({ name: 'A', clip_ids: [one] })).status).toBe(422);
    expect((await create({ name: 'A', clip_ids: Array(51).fill(one) })).status).toBe(422);
    const elsewhere = (await ada.post('/v1/projects', { name: 'Elsewhere' })).body.data.id;
    const foreign = await ada.post(`/v1/projects/${elsewhere}/reels`, { name: 'A', clip_ids: [one, one] });
    expect(foreign.body.error.details[0]).toEqual({
      field: 'clip_ids.0',
      message: 'is not a clip of this project.',
    });
    const long = await clip(audio, 0, 1);
    await parley.db.query(sql`update clips set end_seconds = 7000 where id = ${long}`);
    const refused = await create({ name: 'A', clip_ids: [long, long] });
    expect(refused.body.error.details[0].message).toBe('must be at most 2 hours together.');
  });
});
