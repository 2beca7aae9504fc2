import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMedia } from './open-media.ts';

const run = promisify(execFile);
const media = openMedia({ cacheDir: join(tmpdir(), 'parley-tools'), ffmpegPath: process.env.FFMPEG_PATH });
let folder: string;
let ffmpeg: string;
const at = (name: string) => join(folder, name);

/** Creates media with the ffmpeg under test. */
const make = (name: string, ...args: string[]) =>
  run(ffmpeg, ['-hide_banner', '-nostdin', '-y', '-v', 'error', ...args, at(name)], { timeout: 120_000 });
const picture = (seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=size=320x180:rate=25:duration=${seconds}`,
];
const tone = (seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=440:sample_rate=44100:duration=${seconds}`,
];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '250'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-media-'));
  ({ ffmpeg } = await media.tools());
  await make('talk.mp4', ...picture(12), ...tone(12), ...h264, '-c:a', 'aac', '-shortest');
  await make('front.mp4', '-i', at('talk.mp4'), '-c', 'copy', '-movflags', '+faststart');
  await make('voice.wav', ...tone(3));
  await make(
    'live.webm',
    '-i',
    at('talk.mp4'),
    '-t',
    '2',
    '-an',
    '-c:v',
    'libvpx',
    '-f',
    'webm',
    '-live',
    '1',
  );
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('probe', { timeout: 60_000 }, () => {
  test('returns the size, duration and frame rate of a video', async () => {
    const info = await media.probe(at('talk.mp4'));
    expect(info).toMatchObject({ kind: 'video', width: 320, height: 180, has_audio: true, has_video: true });
    expect(info.duration_seconds).toBeCloseTo(12, 0);
    expect(info.frame_rate).toBeCloseTo(25, 3);
  });

  test('recognizes audio, even in an MP4 container and with cover art', async () => {
    expect(await media.probe(at('voice.wav'))).toMatchObject({
      kind: 'audio',
      has_video: false,
      width: null,
    });
    await make('voice.m4a', '-i', at('voice.wav'), '-c:a', 'aac');
    expect(await media.probe(at('voice.m4a'))).toMatchObject({ kind: 'audio', audio_codec: 'aac' });
    await make('cover.jpg', ...picture(1), '-frames:v', '1');
    const cover = ['-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
    await make(
      'song.m4a',
      '-i',
      at('voice.wav'),
      '-i',
      at('cover.jpg'),
      ...cover,
      '-c:a',
      'aac',
      '-f',
      'mp4',
    );
    expect(await media.probe(at('song.m4a'))).toMatchObject({ kind: 'audio', has_video: false });
  });

  test('measures a recording without a stored duration by reading its packets', async () => {
    const { stdout } = await run(
      ffmpeg,
      ['-v', 'error', '-i', at('live.webm'), '-c', 'copy', '-f', 'webm', 'pipe:1'],
      {
        encoding: 'buffer',
        maxBuffer: 50_000_000,
      },
    );
    await writeFile(at('piped.webm'), stdout);
    const info = await media.probe(at('piped.webm'));
    expect(info.duration_seconds).toBeGreaterThan(1.8);
    expect(info.duration_seconds).toBeLessThan(2.2);
  });

  test.each(['talk.mp4', 'front.mp4'])('reports half of %s as truncated', async (name) => {
    await copyFile(at(name), at('half.mp4'));
    await truncate(at('half.mp4'), Math.floor((await stat(at(name))).size / 2));
    await expect(media.probe(at('half.mp4'))).rejects.toMatchObject({ fault: 'truncated' });
  });

  test.each([
    ['empty.mp4', Buffer.alloc(0)],
    ['text.mp4', Buffer.from('this is no video at all')],
    ['zeros.mp4', Buffer.alloc(100_000)],
    ['noise.mp4', createHash('sha512').update('noise').digest()],
    ['head.mp4', Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')],
    ['png.mp4', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('refuses %s with a plain message', async (name, bytes) => {
    await writeFile(at(name), bytes);
    const refusal = media.probe(at(name));
    await expect(refusal).rejects.toMatchObject({
      name: 'MediaError',
      message: expect.stringMatching(/^[A-Z].+\.$/),
    });
    await expect(refusal).rejects.not.toThrow(folder);
  });

  test('refuses a missing file', async () => {
    await expect(media.probe(at('nothing.mp4'))).rejects.toMatchObject({ fault: 'failed' });
  });
});

describe('hostile files', { timeout: 60_000 }, () => {
  const secret = 'the secret of another file';
  test.each([
    [
      'playlist.m3u8',
      () => `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${at('secret.wav')}\n#EXT-X-ENDLIST\n`,
    ],
    ['list.ffconcat', () => `ffconcat version 1.0\nfile '${at('voice.wav')}'\n`],
    ['network.m3u8', () => '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n'],
    ['dash.mpd', () => '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"/>'],
    ['session.sdp', () => 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
  ])('%s does not open other files or addresses', async (name, body) => {
    await writeFile(at('secret.wav'), secret);
    for (const disguise of [name, 'disguise.mp4']) {
      await writeFile(at(disguise), body());
      await expect(media.probe(at(disguise))).rejects.toMatchObject({ fault: 'not_media' });
      const cut = media.cutClip({
        input: at(disguise),
        output: at('out.mp4'),
        start: 0,
        end: 1,
        format: 'mp4',
      });
      await expect(cut).rejects.toMatchObject({ fault: 'not_media' });
    }
  });

  test('a playlist after the header of a real format is not followed', async () => {
    const head = (await readFile(at('voice.wav'))).subarray(0, 44);
    await writeFile(
      at('two.wav'),
      Buffer.concat([head, Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile://${at('voice.wav')}\n`)]),
    );
    const result = await media.waveform(at('two.wav')).catch((error) => error);
    // Either a few samples of noise or an error, never the three seconds of the other file.
    expect(result instanceof Error || result.duration_seconds < 1).toBe(true);
  });

  test('a file name that looks like an option or a protocol is treated as a name', async () => {
    await copyFile(at('voice.wav'), at('-i concat:x|y.wav'));
    expect((await media.probe(at('-i concat:x|y.wav'))).kind).toBe('audio');
  });
});

describe('derived files', { timeout: 120_000 }, () => {
  test('a thumbnail is a JPEG within the maximum width, even if the video is shorter than the position', async () => {
    await media.thumbnail({ input: at('talk.mp4'), output: at('thumb.jpg'), maxWidth: 160, atSeconds: 5 });
    const jpeg = await readFile(at('thumb.jpg'));
    expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    await media.thumbnail({ input: at('live.webm'), output: at('late.jpg'), atSeconds: 500 });
    expect((await stat(at('late.jpg'))).size).toBeGreaterThan(500);
  });

  test('peaks follow the volume and do not exceed the requested number', async () => {
    const quietThenLoud = ['-af', "volume='if(lt(t,1.5),0.1,1)':eval=frame"];
    await make('steps.wav', '-i', at('voice.wav'), ...quietThenLoud);
    const seen: number[] = [];
    const wave = await media.waveform(at('steps.wav'), {
      maxPeaks: 50,
      durationSeconds: 3,
      onProgress: (fraction) => seen.push(fraction),
    });
    expect(wave.duration_seconds).toBeCloseTo(3, 1);
    expect(wave.peaks.length).toBeGreaterThan(20);
    expect(wave.peaks.length).toBeLessThanOrEqual(50);
    const middle = wave.peaks.length / 2;
    const quiet = Math.max(...wave.peaks.slice(0, middle - 2));
    const loud = Math.min(...wave.peaks.slice(middle + 2, -2));
    expect(loud).toBeGreaterThan(quiet * 5);
    expect(seen.at(-1)).toBeCloseTo(1, 1);
  });

  test('the audio for transcription has 16 kHz and one channel', async () => {
    await media.extractAudio({ input: at('talk.mp4'), output: at('speech.wav') });
    const wav = await readFile(at('speech.wav'));
    expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([1, 16000, 16]);
    expect((await media.probe(at('speech.wav'))).duration_seconds).toBeCloseTo(12, 0);
  });

  test('extracting audio from a silent video fails and leaves no file', async () => {
    const silent = media.extractAudio({ input: at('live.webm'), output: at('none.wav') });
    await expect(silent).rejects.toMatchObject({ fault: 'unsupported' });
    await expect(stat(at('none.wav'))).rejects.toThrow('ENOENT');
  });
});

describe('clips', { timeout: 120_000 }, () => {
  /** Each frame as a small grey image, so that two encodings of one frame can be compared. */
  const frames = async (path: string) => {
    // All frames in the file: a clip that hides earlier frames with an edit list would fail.
    const input = ['-ignore_editlist', '1', '-i', path];
    const grey = ['-vf', 'scale=64:36,format=gray', '-vsync', '0', '-f', 'rawvideo', 'pipe:1'];
    const args = ['-v', 'error', ...input, ...grey];
    const { stdout } = await run(ffmpeg, args, { encoding: 'buffer', maxBuffer: 100_000_000 });
    return Array.from({ length: stdout.length / 2304 }, (_, i) => stdout.subarray(i * 2304, (i + 1) * 2304));
  };
  const distance = (a: Buffer, b: Buffer) =>
    a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0);

  test('a clip between key frames starts and ends at the exact frame', async () => {
    const seen: number[] = [];
    const [start, end] = [5.2, 8.4];
    await media.cutClip({
      input: at('talk.mp4'),
      output: at('clip.mp4'),
      start,
      end,
      format: 'mp4',
      onProgress: (fraction) => seen.push(fraction),
    });
    const info = await media.probe(at('clip.mp4'));
    expect(Math.abs(info.duration_seconds - (end - start))).toBeLessThanOrEqual(0.04 + 0.001);
    const source = await frames(at('talk.mp4'));
    const clip = await frames(at('clip.mp4'));
    expect(clip.length).toBe(80);
    const nearest = (frame: Buffer) => {
      const distances = source.map((candidate) => distance(candidate, frame));
      return distances.indexOf(Math.min(...distances));
    };
    expect(nearest(clip[0] as Buffer)).toBe(130);
    expect(nearest(clip.at(-1) as Buffer)).toBe(209);
    expect(seen.at(-1)).toBeGreaterThan(0.9);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  test('an audio clip is an M4A file of the requested duration', async () => {
    await media.cutClip({
      input: at('talk.mp4'),
      output: at('clip.m4a'),
      start: 1.25,
      end: 3.5,
      format: 'm4a',
    });
    const info = await media.probe(at('clip.m4a'));
    expect(info).toMatchObject({ kind: 'audio', audio_codec: 'aac' });
    expect(Math.abs(info.duration_seconds - 2.25)).toBeLessThan(0.05);
  });

  test('captions become a subtitle track', async () => {
    await writeFile(at('captions.srt'), '1\n00:00:00,200 --> 00:00:01,000\nHello\n');
    const request = {
      input: at('talk.mp4'),
      output: at('caption.mp4'),
      start: 2,
      end: 4,
      format: 'mp4' as const,
    };
    await media.cutClip({ ...request, captions: at('captions.srt') });
    const { stdout } = await run(ffmpeg, [
      '-v',
      'error',
      '-i',
      at('caption.mp4'),
      '-map',
      '0:s:0',
      '-f',
      'srt',
      'pipe:1',
    ]);
    expect(stdout).toContain('Hello');
  });

  test('a clip that is empty or outside the recording fails and leaves no file', async () => {
    const request = { input: at('talk.mp4'), output: at('outside.mp4'), format: 'mp4' as const };
    await expect(media.cutClip({ ...request, start: 4, end: 4 })).rejects.toMatchObject({ fault: 'failed' });
    await expect(media.cutClip({ ...request, start: 60, end: 62 })).rejects.toMatchObject({
      name: 'MediaError',
    });
    await expect(stat(at('outside.mp4'))).rejects.toThrow('ENOENT');
  });
});

describe('limits', { timeout: 120_000 }, () => {
  const slow = ['-f', 'lavfi', '-i', 'testsrc=size=1920x1080:rate=60:duration=600'];
  let long: string;
  beforeAll(async () => {
    // One minute in a small file: longer than ffmpeg encodes in any of these tests.
    long = at('long.mp4');
    await make('long.mp4', '-f', 'lavfi', '-i', 'color=size=1280x720:rate=30:duration=60', ...h264);
  }, 180_000);
  const encode = (options: { signal?: AbortSignal; timeoutMs?: number; onProgress?: (f: number) => void }) =>
    media.cutClip({ input: long, output: at('never.mp4'), start: 0, end: 60, format: 'mp4', ...options });
  const runningOn = async (path: string) => {
    const { stdout } = await run('ps', ['-eo', 'args']).catch(() => ({ stdout: '' }));
    return stdout.split('\n').filter((line) => line.includes(path) && !line.startsWith('ps')).length;
  };

  test('cancelling ends ffmpeg and leaves no file', async () => {
    const abort = new AbortController();
    const work = encode({ signal: abort.signal, onProgress: () => abort.abort() });
    await expect(work).rejects.toMatchObject({ fault: 'cancelled' });
    expect(await runningOn(long)).toBe(0);
    await expect(stat(at('never.mp4'))).rejects.toThrow('ENOENT');
    await expect(encode({ signal: abort.signal })).rejects.toMatchObject({ fault: 'cancelled' });
  });

  test('the time limit ends ffmpeg and leaves no file', async () => {
    await expect(encode({ timeoutMs: 400 })).rejects.toMatchObject({ fault: 'timed_out' });
    expect(await runningOn(long)).toBe(0);
    await expect(stat(at('never.mp4'))).rejects.toThrow('ENOENT');
  });

  test('a frame that exceeds the memory limit gives a MediaError', async () => {
    await make('big.mp4', ...slow, '-frames:v', '3', ...h264);
    const tight = openMedia({
      cacheDir: folder,
      ffmpegPath: ffmpeg,
      limits: { memoryBytes: 60 * 1024 * 1024 },
    });
    const cut = tight.cutClip({
      input: at('big.mp4'),
      output: at('never.mp4'),
      start: 0,
      end: 0.04,
      format: 'mp4',
    });
    await expect(cut).rejects.toMatchObject({ name: 'MediaError' });
  });

  test('the message without ffmpeg says what to do', async () => {
    const none = openMedia({ cacheDir: folder, ffmpegPath: at('no-such-ffmpeg') });
    await expect(none.probe(at('voice.wav'))).rejects.toMatchObject({
      fault: 'no_ffmpeg',
      message: /FFMPEG_PATH/,
    });
  });
});
