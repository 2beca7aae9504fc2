import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { docx, paragraph, pdf } from '../../../../../test/documents.ts';
import { type Account, createTestClock, until } from '../../../../../test/harness.ts';
import { makeRecording } from '../../../../../test/media.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';
import { sql } from '../../../../platform/database/index.ts';

const clock = createTestClock();
const parley = useParley({ clock, work: true });
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = await newProject(ada);
});

const newProject = async (who: Account) => (await who.post('/v1/projects', { name: 'Study' })).body.data.id;

function create(body: object, who = ada, projectId = project) {
  return who.post(`/v1/projects/${projectId}/files`, body);
}

const ended = (fileId: string, who = ada) =>
  until(
    async () => {
      const { body } = await who.get(`/v1/files/${fileId}`);
      return ['ready', 'failed'].includes(body.data.status) && body.data;
    },
    `file ${fileId} to be ready or failed`,
    120_000,
  );

async function upload(name: string, bytes: Buffer, more: object = {}) {
  const { body } = await create({ name, size_bytes: bytes.length, ...more });
  const answer = await fetch(body.data.upload.put_url, { method: 'PUT', body: new Uint8Array(bytes) });
  expect(answer.status).toBe(200);
  return ended(body.data.id);
}

describe('malicious files', () => {
  const cases: [string, string, Buffer, object][] = [
    [
      'an HTML page that claims to be a video',
      'x.mp4',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      { status: 'ready', kind: 'other' },
    ],
    [
      'an SVG with a script',
      'x.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      { status: 'ready', kind: 'other' },
    ],
    [
      'a GIF that is also a script',
      'x.gif',
      Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;'),
      { status: 'ready', kind: 'other' },
    ],
    [
      'a playlist that names other files',
      'x.mp4',
      Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
      { kind: 'other' },
    ],
    ['an invalid PDF', 'x.pdf', Buffer.from('%PDF-1.7\nnothing more'), { status: 'failed', kind: 'pdf' }],
    ['a damaged zip named .docx', 'x.docx', Buffer.from('PK\u0003\u0004garbage'), { kind: 'other' }],
  ];
  test.each(cases)(
    '%s is recognized by its bytes and never displayed inline',
    async (_what, name, bytes, expected) => {
      const file = await upload(name, bytes, { content_type: 'video/mp4' });
      expect(file).toMatchObject(expected);
      if (file.status === 'failed') expect(file.error.message.length).toBeGreaterThan(10);
      const served = await fetch(file.download_url);
      if (file.kind === 'other') expect(served.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(served.headers.get('x-content-type-options')).toBe('nosniff');
      expect(served.headers.get('content-security-policy')).toContain('sandbox');
      await served.arrayBuffer();
    },
  );

  const noise = Buffer.alloc(2048, Buffer.from([0x9d, 0, 0xf1, 7]));
  const refused: [string, string][] = [
    ['fake.mp4', 'This is not a playable video. The file may be damaged.'],
    ['fake.MP3', 'This is not a playable audio file. The file may be damaged.'],
    ['x.bin', 'This kind of file cannot be transcribed.'],
  ];
  test.each(refused)(
    '%s cannot be transcribed as requested, and its error says why',
    async (name, message) => {
      expect(await upload(name, noise, { transcribe: true })).toMatchObject({
        status: 'ready',
        kind: 'other',
        transcription_status: 'failed',
        transcription_job_id: null,
        error: { message },
      });
      expect(await upload(name, noise)).toMatchObject({ transcription_status: 'none', error: null });
    },
  );

  test('a truncated recording is marked as failed with an error and can still be downloaded', async () => {
    const whole = await makeRecording('mp4');
    const file = await upload('cut.mp4', whole.subarray(0, Math.floor(whole.length / 3)));
    expect(file).toMatchObject({ status: 'failed', kind: 'video' });
    expect(file.error.message).not.toMatch(/\/|ffmpeg/);
    expect((await fetch(file.download_url)).status).toBe(200);
  });
});

describe('documents', () => {
  test('documents have a page count, and their segments have the right page numbers', async () => {
    const file = await upload('Report.pdf', pdf(['First page.', 'Second page.', 'Third page.']), {
      transcribe: true,
    });
    expect(file).toMatchObject({ status: 'ready', kind: 'pdf', page_count: 3 });
    const transcript = await until(async () => {
      const { status, body } = await ada.get(`/v1/files/${file.id}/transcript`);
      return status === 200 && body.data;
    }, 'its transcript');
    expect(transcript).toMatchObject({ time_basis: 'estimated' });
    expect(transcript.segments.map((s: { page: number; text: string }) => [s.page, s.text])).toEqual([
      [1, 'First page.'],
      [2, 'Second page.'],
      [3, 'Third page.'],
    ]);
    const word = await upload('Report.docx', await docx(paragraph('<w:t>Ten interviews.</w:t>')));
    expect(word).toMatchObject({ status: 'ready', kind: 'document' });
  });

  test('documents with 10,000 pages or a decompression bomb are marked as failed with the error too_large', {
    timeout: 240_000,
  }, async () => {
    const long = await upload('long.pdf', pdf(Array.from({ length: 10_000 }, (_, i) => `Page ${i}`)));
    expect(long).toMatchObject({ status: 'failed', error: { code: 'too_large' } });
    expect(long.error.message).toContain('10000 pages');
    const bytes = await docx(paragraph('<w:t>x</w:t>'), {
      'word/media/x.bin': Buffer.alloc(250 * 1024 * 1024),
    });
    const bomb = await upload('bomb.docx', bytes);
    expect(bomb).toMatchObject({ status: 'failed', error: { code: 'too_large' } });
    expect((await ada.post(`/v1/files/${bomb.id}/transcribe`)).status).toBe(422);
  });
});

describe('a download', () => {
  test('supports range requests', async () => {
    const bytes = randomBytes(10_000);
    const file = await upload('x.bin', bytes);
    const part = await fetch(file.download_url, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 100-199/10000');
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
    const tail = await fetch(file.download_url, { headers: { range: 'bytes=-5' } });
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-5));
    expect((await fetch(file.download_url, { headers: { range: 'bytes=99999-' } })).status).toBe(416);
    const head = await fetch(file.download_url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('10000');
  });

  test('expires after an hour, and a forged link returns 404', async () => {
    const file = await upload('x.bin', randomBytes(10));
    expect((await fetch(`${file.download_url}x`)).status).toBe(404);
    clock.advance(59 * 60_000);
    expect((await fetch(file.download_url)).status).toBe(200);
    clock.advance(2 * 60_000);
    expect((await fetch(file.download_url)).status).toBe(404);
  });

  test('a download has a URL only in the response to GET of a single file', async () => {
    const file = await upload('x.bin', randomBytes(10));
    expect(file.download_url).toContain(parley.url);
    const listed = (await ada.get(`/v1/projects/${project}/files?limit=1`)).body.data[0];
    expect(listed).toMatchObject({
      id: file.id,
      download_url: null,
      thumbnail_url: null,
      waveform_url: null,
      upload: null,
    });
  });
});

describe('files in a project', () => {
  test('files in a project can be listed with filters and changed, and are counted', async () => {
    const own = await newProject(ada);
    const ids = [];
    for (const name of ['beta.txt', 'alpha.md', 'gamma.txt']) {
      ids.push((await create({ name, text: name }, ada, own)).body.data.id);
      clock.advance(1000);
    }
    const list = async (query: string) =>
      (await ada.get(`/v1/projects/${own}/files?${query}`)).body.data.map(
        ({ name }: { name: string }) => name,
      );
    expect(await list('')).toEqual(['gamma.txt', 'alpha.md', 'beta.txt']);
    expect(await list('sort=name')).toEqual(['alpha.md', 'beta.txt', 'gamma.txt']);
    expect(await list('q=ALPHA')).toEqual(['alpha.md']);
    expect(await list('kind=video')).toEqual([]);
    expect(await list('size_bytes=8')).toEqual(['alpha.md', 'beta.txt']);
    expect((await ada.get(`/v1/projects/${own}/files?size_bytes=-1`)).status).toBe(422);
    expect(await list('status=ready&transcription_status=none&kind=document&limit=2')).toHaveLength(2);
    const changed = await ada.patch(`/v1/files/${ids[0]}`, {
      name: 'delta.txt',
      metadata: { a: 'b' },
      recorded_at: null,
    });
    expect(changed.body.data).toMatchObject({ name: 'delta.txt', metadata: { a: 'b' }, recorded_at: null });
    expect((await ada.get(`/v1/projects/${own}`)).body.data.file_count).toBe(3);
    expect((await ada.delete(`/v1/files/${ids[0]}`)).body).toEqual({ data: { id: ids[0], deleted: true } });
    expect((await ada.get(`/v1/files/${ids[0]}`)).status).toBe(404);
    expect((await ada.get(`/v1/projects/${own}`)).body.data.file_count).toBe(2);
  });

  test('deletes the files of a project with their bytes, and refunds their credit', async () => {
    const owner = await parley.account({ plan: 'basic' });
    const own = await newProject(owner);
    const { body } = await create({ name: 'a.txt', text: 'x'.repeat(1000) }, owner, own);
    await create({ name: 'b.txt', text: 'x'.repeat(500) }, owner, own);
    const used = async () => (await owner.get('/v1/usage')).body.data.credits.storage_bytes.used;
    expect(await used()).toBe(1500);
    const { download_url } = (await owner.get(`/v1/files/${body.data.id}`)).body.data;
    await owner.delete(`/v1/files/${body.data.id}`);
    expect(await used()).toBe(500);
    await parley.sweep();
    expect((await fetch(download_url)).status).toBe(404);
    await parley.db.query(sql`delete from projects where id = ${own}`);
    expect(await used()).toBe(0);
    await parley.sweep();
    expect(await parley.checkStorage()).toMatchObject({ missing: [], orphans: [] });
  });
});
