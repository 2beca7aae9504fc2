import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Person, Plan, PlannedTurn } from './plan.ts';

const run = promisify(execFile);
const sampleRate = 16_000;
const loudnessDecibels = -26;

export interface SpokenTurn {
  person: number;
  start_seconds: number;
  end_seconds: number;
}

export interface Recording {
  wavPath: string;
  turns: SpokenTurn[];
}

/** Speaks a plan with espeak-ng and sox. A recording that is already in the folder is used again. */
export async function renderRecording(plan: Plan, folder: string): Promise<Recording> {
  const stem = path.join(folder, plan.name.replace(/\W+/g, '-'));
  const [wavPath, turnsPath, work] = [`${stem}.wav`, `${stem}.json`, `${stem}.parts`];
  const stored = await readFile(turnsPath, 'utf8').catch(() => undefined);
  if (stored) return { wavPath, turns: JSON.parse(stored) as SpokenTurn[] };
  await mkdir(work, { recursive: true });
  try {
    const parts: Buffer[] = [];
    const turns: SpokenTurn[] = [];
    let samples = 0;
    for (const turn of plan.turns) {
      const sound = await speak(plan.people[turn.person] as Person, turn, work);
      const start_seconds = samples / sampleRate;
      samples += sound.length / 2;
      turns.push({ person: turn.person, start_seconds, end_seconds: samples / sampleRate });
      const pause = Buffer.alloc(2 * Math.round(turn.pauseSeconds * sampleRate));
      samples += pause.length / 2;
      parts.push(sound, pause);
    }
    await addRoom(Buffer.concat(parts), plan, work, wavPath);
    await writeFile(turnsPath, JSON.stringify(turns));
    return { wavPath, turns };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const raw = ['-t', 'raw', '-r', String(sampleRate), '-e', 'signed', '-b', '16', '-c', '1'];

/** The samples of one turn. `speed` shifts pitch and formants together, `tempo` restores the speed of speech. */
async function speak(person: Person, turn: PlannedTurn, work: string): Promise<Buffer> {
  const [spoken, shaped] = [path.join(work, 'spoken.wav'), path.join(work, 'shaped.raw')];
  const { voice, tract } = person;
  const options = ['-v', voice, '-p', String(turn.pitch), '-s', String(turn.wordsPerMinute), '-w', spoken];
  await run('espeak-ng', [...options, turn.text]);
  const effects = ['speed', tract.toFixed(3), 'tempo', '-s', (1 / tract).toFixed(3)];
  await run('sox', ['-D', spoken, ...raw, shaped, ...effects, 'rate', String(sampleRate)]);
  return setLoudness(await readFile(shaped), loudnessDecibels + turn.decibels);
}

function setLoudness(sound: Buffer, decibels: number): Buffer {
  const samples = new Int16Array(sound.buffer, sound.byteOffset, sound.length >> 1);
  const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / Math.max(1, samples.length);
  const gain = (10 ** (decibels / 20) * 32_768) / (Math.sqrt(power) || 1);
  const scaled = samples.map((sample) => Math.max(-32_768, Math.min(32_767, sample * gain)));
  return Buffer.from(scaled.buffer);
}

async function addRoom(sound: Buffer, plan: Plan, work: string, wavPath: string): Promise<void> {
  const dry = path.join(work, 'dry.raw');
  await writeFile(dry, sound);
  const seconds = sound.length / 2 / sampleRate;
  const noise = path.join(work, 'noise.wav');
  const level = (10 ** (plan.noiseDecibels / 20)).toFixed(5);
  // -R: the same noise in every run.
  await run('sox', [
    '-R',
    '-n',
    '-r',
    String(sampleRate),
    '-b',
    '16',
    noise,
    'synth',
    String(seconds),
    'pinknoise',
    'vol',
    level,
  ]);
  const wet = path.join(work, 'wet.wav');
  await run('sox', ['-D', ...raw, dry, wet, 'reverb', String(plan.reverberance), '50', '40', 'remix', '1']);
  await run('sox', [
    '-D',
    '-m',
    '-v',
    '1',
    wet,
    '-v',
    '1',
    noise,
    '-b',
    '16',
    wavPath,
    'trim',
    '0',
    String(seconds),
  ]);
}
