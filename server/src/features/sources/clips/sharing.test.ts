import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { makeRecording } from '../../../../test/media.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

let recording: Buffer;
const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);
beforeAll(async () => {
  recording = await makeRecording('wav', { seconds: 2 });
});

/** Creates a ready, shared clip in its own project. */
async function sharedClip(texts: { name?: string; description?: string; end_seconds?: number } = {}) {
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(recording)]), 'talk.wav');
  const file = (await ada.post(`/v1/projects/${project}/files`, form)).body.data.id;
  const ready = (path: `/v1/files/${string}` | `/v1/clips/${string}`) =>
    until(async () => (await ada.get(path)).body.data.status === 'ready', `${path} to be ready`);
  await ready(`/v1/files/${file}`);
  const created = await ada.post(`/v1/projects/${project}/clips`, {
    file_id: file,
    name: 'Tone',
    start_seconds: 0,
    end_seconds: 1,
    ...texts,
  });
  const id: string = created.body.data.id;
  await ready(`/v1/clips/${id}`);
  const shared = (await ada.post(`/v1/clips/${id}/share`)).body.data;
  return {
    id,
    project,
    file,
    url: shared.share_url as string,
    token: (shared.share_url as string).slice(-32),
  };
}

describe('a shared clip', () => {
  test('shows its name and description as text, never as markup', async () => {
    const { url } = await sharedClip({ name: '<b>Name</b>', description: '<img src=x onerror=alert(1)>' });
    const html = await (await fetch(url)).text();
    expect(html).toContain('<h1>&lt;b&gt;Name&lt;/b&gt;</h1>');
    expect(html).toContain('<title>&lt;b&gt;Name&lt;/b&gt;</title>');
    expect(html).toContain('<p>&lt;img src=x onerror=alert(1)&gt;</p>');
  });

  test('shows a turn in Japanese without a space where its segments meet', async () => {
    const { url, file } = await sharedClip();
    const segments = ['天気が良いので', '散歩します。'].map((text, i) => ({
      speaker: 'Aoi',
      start_seconds: i / 2,
      end_seconds: (i + 1) / 2,
      text,
    }));
    expect((await ada.put(`/v1/files/${file}/transcript`, { segments })).status).toBe(200);
    const html = await (await fetch(url)).text();
    expect(html).toContain('<blockquote>天気が良いので散歩します。</blockquote>');
  });

  test('rounds its length down as players do, and says that an audio clip is listened to', async () => {
    const { url } = await sharedClip({ end_seconds: 1.9 });
    const html = await (await fetch(url)).text();
    expect(html).toContain('Clip · 0:01');
    expect(html).toContain('Anyone who has this link can listen to it until it is withdrawn.');
  });

  test('returns 404 for page and bytes as soon as its project is deleted', async () => {
    const { url, project } = await sharedClip();
    expect((await fetch(url)).status).toBe(200);
    await ada.delete(`/v1/projects/${project}`);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(`${url}/media`)).status).toBe(404);
  });

  test('never serves a shared clip from a cache without revalidation', async () => {
    const { url, id } = await sharedClip();
    const media = await fetch(`${url}/media`);
    expect(media.headers.get('cache-control')).toBe('private, no-cache');
    const etag = media.headers.get('etag') as string;
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await fetch(`${url}/media`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect((await fetch(url)).headers.get('cache-control')).toBe('private, no-cache');
    await ada.delete(`/v1/clips/${id}/share`);
    expect((await fetch(`${url}/media`, { headers: { 'if-none-match': etag } })).status).toBe(404);
  });

  test('stores its token only as a hash and encrypted', async () => {
    const { id, project, token, url } = await sharedClip();
    const [row] = await parley.db.query<{ text: string; share_hash: Buffer; share_sealed: Buffer }>(
      sql`select c::text as text, share_hash, share_sealed from clips c where id = ${id}`,
    );
    expect(row?.text).not.toContain(token);
    expect(row?.text).not.toContain(Buffer.from(token).toString('hex'));
    expect(row?.share_hash).toEqual(createHash('sha256').update(token).digest());
    expect((await ada.get(`/v1/clips/${id}`)).body.data.share_url).toBe(url);
    expect((await ada.get(`/v1/projects/${project}/clips`)).body.data[0].share_url).toBe(url);
  });
});

describe('a link that does not work', () => {
  const dead = 'x'.repeat(32);
  test.each([`/s/clips/${dead}`, '/s/clips/short', `/s/reports/${dead}`, '/s/reports/short'])(
    'a link that does not work at %s returns a readable page to browsers and a JSON error to programs',
    async (path) => {
      const page = await fetch(parley.url + path, browser);
      expect(page.status).toBe(404);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await page.text()).toContain('<h1>This link does not work</h1>');
      const answer = await fetch(parley.url + path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
    },
  );
});
