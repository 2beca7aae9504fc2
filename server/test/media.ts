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

/** Twelve seconds of chords and a drum, as WAV with 16 kHz: a melody without a voice. */
export function makeMusic(): Buffer {
  const [rate, seconds, beatSeconds] = [16_000, 12, 0.5];
  const chords = [
    [220, 261.63, 329.63],
    [174.61, 220, 261.63],
    [261.63, 329.63, 392],
    [196, 246.94, 293.66],
  ];
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + rate * seconds * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(rate * seconds * 2, 40);
  const samples = Buffer.alloc(rate * seconds * 2);
  for (let i = 0; i < rate * seconds; i++) {
    const time = i / rate;
    const beat = Math.floor(time / beatSeconds);
    const decay = Math.exp(-4 * (time - beat * beatSeconds));
    const notes = chords[Math.floor(beat / 4) % chords.length] as number[];
    const tones = notes.reduce(
      (sum, note) =>
        sum + [1, 2, 3].reduce((all, n) => all + Math.sin(2 * Math.PI * note * n * time) / n ** 2, 0),
      0,
    );
    const drum = Math.sin(2 * Math.PI * 60 * time) * decay ** 3;
    samples.writeInt16LE(Math.round(5_000 * (tones * decay + drum)), 2 * i);
  }
  return Buffer.concat([header, samples]);
}
