import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { drawCall, themeOf } from './picture.ts';
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

/** A font that comes with the viewer for PDF files. Without it ffmpeg uses a font of the system, or draws no names. */
const fontFolder = new URL('../../../../node_modules/pdfjs-dist/standard_fonts/', import.meta.url);
const font = 'LiberationSans-Regular.ttf';

/** The same sound with the picture of a call. Four frames a second are enough for a picture that hardly moves. */
export async function humWithPicture(title: string, turns: Turn[], ffmpeg: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-sample-'));
  const inFolder = (name: string) => path.join(folder, name);
  try {
    await writeFile(inFolder('sound.wav'), hum(turns));
    await writeFile(inFolder('call.ass'), drawCall(title, turns));
    await copyFile(new URL(font, fontFolder), inFolder(font)).catch(() => undefined);
    try {
      await encode(ffmpeg, folder, callFilter(title));
    } catch {
      // Some builds of ffmpeg cannot draw subtitles.
      await encode(ffmpeg, folder, plainFilter(title));
    }
    return await readFile(inFolder('video.mp4'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const background = (title: string) => `color=c=0x${themeOf(title).background}:size=480x270:rate=4`;
const plainFilter = (title: string) => `${background(title)}[v]`;
const callFilter = (title: string) => `${background(title)},ass=call.ass:fontsdir=.[v]`;

/** In the folder, because paths in filters would need escaping. */
async function encode(ffmpeg: string, folder: string, filter: string): Promise<void> {
  const inputs = [
    '-y',
    '-v',
    'error',
    '-i',
    'sound.wav',
    '-filter_complex',
    filter,
    '-map',
    '[v]',
    '-map',
    '0:a',
  ];
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
  await promisify(execFile)(ffmpeg, [...inputs, ...codecs, 'video.mp4'], { timeout: 120_000, cwd: folder });
}
