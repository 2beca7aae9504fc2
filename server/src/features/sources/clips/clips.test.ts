import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { makeRecording } from '../../../../test/media.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { findTools } from '../../../platform/media/find-tools.ts';

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);
let project: string;
let video: { id: string; duration_seconds: number };
let audio: { id: string };
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  video = await upload(await makeRecording('mp4', { seconds: 6 }), 'talk.mp4');
  audio = await upload(await makeRecording('wav', { seconds: 4 }), 'talk.wav');
  await ada.put(`/v1/files/${video.id}/transcript`, {
    segments: [
      { speaker: 'A', start_seconds: 0, end_seconds: 2, text: 'What did you expect?' },
      { speaker: 'B', start_seconds: 2, end_seconds: 5, text: 'A button.' },
    ],
  });
});

async function upload(bytes: Buffer, name: string) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const { body } = await ada.post(`/v1/projects/${project}/files`, form);
  return until(async () => {
    const file = (await ada.get(`/v1/files/${body.data.id}`)).body.data;
    return file.status === 'ready' && file;
  }, `${name} to be ready`);
}

const create = (body: object) => ada.post(`/v1/projects/${project}/clips`, body);
const untilProcessed = (clipId: string) =>
  until(async () => {
    const { body } = await ada.get(`/v1/clips/${clipId}`);
    return body.data.status !== 'processing' && body.data;
  }, `clip ${clipId} to be cut`);

async function measure(url: string): Promise<{ duration: number; streams: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-clip-'));
  try {
    const { ffprobe } = await findTools({ cacheDir: folder });
    await writeFile(path.join(folder, 'clip'), Buffer.from(await (await fetch(url)).arrayBuffer()));
    const args = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', path.join(folder, 'clip')];
    const { stdout } = await promisify(execFile)(ffprobe, args);
    const { format, streams } = JSON.parse(stdout);
    return {
      duration: Number(format.duration),
      streams: streams.map((s: { codec_type: string }) => s.codec_type).sort(),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('a clip', () => {
  test('cuts a clip of a video with frame accuracy and the words of its transcript', async () => {
    const created = await create({
      file_id: video.id,
      name: 'Expectation',
      start_seconds: 1.5,
      end_seconds: 4.1,
      captions: true,
    });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      status: 'processing',
      duration_seconds: 2.6,
      transcript_text: 'expect? A button.',
      speaker: 'B',
      download_url: null,
      share_url: null,
    });
    const clip = await untilProcessed(created.body.data.id);
    expect(clip).toMatchObject({ status: 'ready', error: null });
    const { duration, streams } = await measure(clip.download_url);
    expect(Math.abs(duration - 2.6)).toBeLessThan(0.15);
    expect(streams).toEqual(['audio', 'subtitle', 'video']);
    const thumbnail = Buffer.from(await (await fetch(clip.thumbnail_url)).arrayBuffer());
    expect(thumbnail.subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));
    expect((await ada.get(`/v1/projects/${project}`)).body.data.clip_count).toBe(1);
  });

  test('cuts a clip of an audio file as m4a, with the words of an edited transcript', async () => {
    const { body } = await create({ file_id: audio.id, name: 'Tone', start_seconds: 0, end_seconds: 2 });
    expect(body.data).toMatchObject({ transcript_text: null, speaker: null });
    const clip = await untilProcessed(body.data.id);
    expect((await measure(clip.download_url)).streams).toEqual(['audio']);
    await ada.put(`/v1/files/${audio.id}/transcript`, {
      segments: [{ speaker: 'A', start_seconds: 0, end_seconds: 2, text: 'Before' }],
    });
    const { segments } = (await ada.get(`/v1/files/${audio.id}/transcript`)).body.data;
    await ada.patch(`/v1/files/${audio.id}/transcript/segments/${segments[0].id}`, { text: 'After' });
    expect((await ada.get(`/v1/clips/${clip.id}`)).body.data).toMatchObject({
      transcript_text: 'After',
      speaker: 'A',
    });
  });

  test('returns 422 with the wrong field for a clip that cannot be cut', async () => {
    const field = async (body: object) => {
      const answer = await create({
        name: 'x',
        file_id: video.id,
        start_seconds: 0,
        end_seconds: 1,
        ...body,
      });
      expect(answer.status).toBe(422);
      return answer.body.error.details.map(({ field }: { field: string }) => field);
    };
    expect(await field({ start_seconds: 2, end_seconds: 2 })).toEqual(['end_seconds']);
    expect(await field({ start_seconds: 3, end_seconds: 2 })).toEqual(['end_seconds']);
    expect(await field({ start_seconds: -1 })).toEqual(['start_seconds']);
    expect(await field({ end_seconds: 60 })).toEqual(['end_seconds']);
    expect(await field({ file_id: 'fil_nothing' })).toEqual(['file_id']);
    expect(await field({ tag_ids: ['tag_nothing'] })).toEqual(['tag_ids.0']);
    const text = await ada.post(`/v1/projects/${project}/files`, { name: 'a.txt', text: 'words' });
    expect(await field({ file_id: text.body.data.id })).toEqual(['file_id']);
    const other = (await ada.post('/v1/projects', { name: 'Other' })).body.data.id;
    const foreign = await ada.post(`/v1/projects/${other}/clips`, {
      file_id: video.id,
      name: 'x',
      start_seconds: 0,
      end_seconds: 1,
    });
    expect(foreign.body.error.details[0].field).toBe('file_id');
  });

  test('a clip with new times is cut again, and the old cut is deleted', async () => {
    const { body } = await create({ file_id: audio.id, name: 'Long', start_seconds: 0, end_seconds: 3 });
    const first = await untilProcessed(body.data.id);
    const changed = await ada.patch(`/v1/clips/${first.id}`, { end_seconds: 1, name: 'Short' });
    expect(changed.body.data).toMatchObject({ status: 'processing', name: 'Short', duration_seconds: 1 });
    const second = await untilProcessed(first.id);
    expect((await measure(second.download_url)).duration).toBeLessThan(1.3);
    await parley.sweep();
    expect((await fetch(first.download_url)).status).toBe(404);
    expect(await parley.checkStorage()).toMatchObject({ missing: [], orphans: [] });
    const renamed = await ada.patch(`/v1/clips/${first.id}`, { description: 'The tone' });
    expect(renamed.body.data).toMatchObject({ status: 'ready', description: 'The tone' });
  });

  test('shares a clip only on request, by a link that can be revoked', async () => {
    const { body } = await create({
      file_id: audio.id,
      name: '<b>Tone</b>',
      start_seconds: 0,
      end_seconds: 1,
    });
    await untilProcessed(body.data.id);
    const shared = (await ada.post(`/v1/clips/${body.data.id}/share`)).body.data;
    expect(shared.share_url).toMatch(/\/s\/clips\/[\w-]{32}$/);
    expect((await ada.post(`/v1/clips/${body.data.id}/share`)).body.data.share_url).toBe(shared.share_url);
    const page = await fetch(shared.share_url);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('&lt;b&gt;Tone');
    const media = await fetch(`${shared.share_url}/media`, { headers: { range: 'bytes=0-99' } });
    expect(media.status).toBe(206);
    expect((await media.arrayBuffer()).byteLength).toBe(100);
    const withdrawn = await ada.delete(`/v1/clips/${body.data.id}/share`);
    expect(withdrawn.body.data.share_url).toBeNull();
    expect((await fetch(shared.share_url)).status).toBe(404);
    expect((await fetch(`${shared.share_url}/media`)).status).toBe(404);
    const again = (await ada.post(`/v1/clips/${body.data.id}/share`)).body.data;
    expect(again.share_url).not.toBe(shared.share_url);
    await ada.delete(`/v1/clips/${body.data.id}`);
    expect((await fetch(again.share_url)).status).toBe(404);
  });

  test('deletes a clip with its file, including its bytes, and cards retain the quote', async () => {
    const file = await upload(await makeRecording('wav', { seconds: 2 }), 'short.wav');
    const { body } = await create({ file_id: file.id, name: 'x', start_seconds: 0, end_seconds: 1 });
    const clip = await untilProcessed(body.data.id);
    const evidence = [{ file_id: file.id, clip_id: clip.id, start_seconds: 0, end_seconds: 1, quote: 'Hm.' }];
    const card = await ada.post(`/v1/projects/${project}/cards`, { title: 'x', evidence });
    expect(card.status).toBe(201);
    await ada.delete(`/v1/files/${file.id}`);
    expect((await ada.get(`/v1/clips/${clip.id}`)).status).toBe(404);
    const kept = (await ada.get(`/v1/cards/${card.body.data.id}`)).body.data.evidence[0];
    expect(kept).toMatchObject({ quote: 'Hm.', source_deleted: true });
    await parley.sweep();
    expect((await fetch(clip.download_url)).status).toBe(404);
    expect(await parley.checkStorage()).toMatchObject({ missing: [], orphans: [] });
  });
});

test('clips can be filtered by file, status and words', async () => {
  const list = async (query: string) => (await ada.get(`/v1/projects/${project}/clips?${query}`)).body.data;
  expect((await list(`file_id=${video.id}`)).length).toBe(1);
  expect((await list('status=ready&sort=name')).length).toBeGreaterThan(1);
  expect((await list('q=expect')).map((c: { name: string }) => c.name)).toEqual(['Expectation']);
});

test('a list has the thumbnails of clips, but no links that expire', async () => {
  const { data: clips } = (await ada.get(`/v1/projects/${project}/clips`)).body;
  const named = (name: string) => clips.find((clip: { name: string }) => clip.name === name);
  expect(named('Expectation')).toMatchObject({ download_url: null, thumbnail_url: expect.any(String) });
  expect(named('Tone')).toMatchObject({ download_url: null, thumbnail_url: null });
});
