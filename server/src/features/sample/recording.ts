import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Turn } from './script.ts';

const sampleRate = 8_000;
const headerBytes = 44;
/** Hertz; each speaker has a pitch of their own. */
const pitches = [118, 196, 147, 233];

/**
 * A WAV file (mono, 16 bits) in which every speaker hums with the rhythm of syllables. It is no speech, but players,
 * waveforms and clips show who speaks when, and the repository needs no recordings of real people.
 */
export function hum(turns: Turn[]): Buffer {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const samples = Math.ceil(((turns.at(-1)?.end_seconds ?? 0) + 0.5) * sampleRate);
  const wav = Buffer.alloc(headerBytes + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // one channel
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 2, 28);
  wav.writeUInt16LE(2, 32); // bytes per sample
  wav.writeUInt16LE(16, 34); // bits per sample
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (const turn of turns) {
    const pitch = pitches[speakers.indexOf(turn.speaker) % pitches.length] as number;
    const first = Math.round(turn.start_seconds * sampleRate);
    const last = Math.round(turn.end_seconds * sampleRate);
    for (let sample = first; sample < last; sample++) {
      const seconds = (sample - first) / sampleRate;
      wav.writeInt16LE(Math.round(tone(pitch, seconds) * 9_000), headerBytes + sample * 2);
    }
  }
  return wav;
}

/** Four syllables a second, with a falling second harmonic. */
function tone(pitch: number, seconds: number): number {
  const syllable = Math.abs(Math.sin(Math.PI * 4 * seconds)) * (0.7 + 0.3 * Math.sin(seconds));
  const phase = 2 * Math.PI * pitch * seconds;
  return syllable * (0.7 * Math.sin(phase) + 0.3 * Math.sin(2 * phase));
}

/** The same sound with a picture. Ten frames a second are enough for a picture that hardly moves. */
export async function humWithPicture(turns: Turn[], ffmpeg: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-sample-'));
  try {
    const sound = path.join(folder, 'sound.wav');
    const video = path.join(folder, 'video.mp4');
    await writeFile(sound, hum(turns));
    const seconds = (turns.at(-1)?.end_seconds ?? 0) + 0.5;
    const picture = `color=c=0x26405f:size=320x180:rate=10:duration=${seconds}`;
    const codecs = [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-shortest',
    ];
    const args = ['-y', '-v', 'error', '-f', 'lavfi', '-i', picture, '-i', sound, ...codecs, video];
    await promisify(execFile)(ffmpeg, args, { timeout: 120_000 });
    return await readFile(video);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
