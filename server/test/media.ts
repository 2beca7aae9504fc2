import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findTools } from '../src/platform/media/find-tools.ts';

/** Generates a recording with the same ffmpeg that the product uses. */
export async function makeRecording(
  kind: 'mp4' | 'wav' | 'webm',
  { seconds = 4, frequency = 440 }: { seconds?: number; frequency?: number } = {},
): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-recording-'));
  const output = path.join(folder, `out.${kind}`);
  const { ffmpeg } = await findTools({ cacheDir: folder });
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=${frequency}:duration=${seconds}`];
  const picture = ['-f', 'lavfi', '-i', `testsrc=size=160x120:rate=10:duration=${seconds}`];
  const args = {
    wav: [...sound, '-ar', '16000', '-ac', '1'],
    mp4: [
      ...picture,
      ...sound,
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-c:a',
      'aac',
    ],
    webm: [...picture, ...sound, '-c:v', 'libvpx', '-c:a', 'libvorbis'],
  }[kind];
  try {
    await promisify(execFile)(ffmpeg, ['-y', '-v', 'error', ...args, output], { timeout: 120_000 });
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
