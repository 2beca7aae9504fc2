import { describe, expect, test } from 'vitest';
import { sampleRate } from './recognizer.ts';
import { nameSpeakers, type Voiced } from './speakers.ts';
import { voiceOf } from './voice.ts';

interface Throat {
  hertz: number;
  formants: number[];
}

const low: Throat = { hertz: 105, formants: [550, 1400, 2400] };
const high: Throat = { hertz: 215, formants: [750, 1900, 3100] };
const child: Throat = { hertz: 330, formants: [1000, 2500, 3900] };

/** A voice as in the books: pulses of the vocal cords through resonances of the throat, a new vowel every 0.2 s. */
function say({ hertz, formants }: Throat, seconds: number, seed: number): Float32Array {
  let state = seed;
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const sound = new Float32Array(seconds * sampleRate);
  for (let i = 0; i < sound.length; i++) sound[i] = (chance() - 0.5) * 0.01;
  for (let at = 0; at < sound.length; at += sampleRate / (hertz * (0.93 + 0.14 * chance())))
    sound[Math.floor(at)] = (sound[Math.floor(at)] as number) + 1;
  for (const formant of formants) resonate(sound, formant, chance);
  const loudest = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return sound.map((sample) => (sample / loudest) * 0.5);
}

function resonate(sound: Float32Array, formant: number, chance: () => number): void {
  const damping = Math.exp((-Math.PI * 120) / sampleRate);
  let [before, earlier, turn] = [0, 0, 0];
  for (let i = 0; i < sound.length; i++) {
    if (i % (sampleRate / 5) === 0)
      turn = 2 * damping * Math.cos((2 * Math.PI * formant * (0.8 + 0.4 * chance())) / sampleRate);
    const sample = (sound[i] as number) + turn * before - damping * damping * earlier;
    [earlier, before] = [before, sample];
    sound[i] = sample;
  }
}

function conversation(throats: Throat[]): Voiced[] {
  let at = 0;
  return throats.map((throat, i) => {
    const seconds = 1.5 + (i % 3) * 0.5;
    const start_seconds = at;
    at += seconds + 0.4;
    return {
      start_seconds,
      end_seconds: start_seconds + seconds,
      voice: voiceOf(say(throat, seconds, i + 1)),
    };
  });
}

const same = (names: string[], throats: Throat[]) =>
  names.every((name, i) => names.every((other, j) => (name === other) === (throats[i] === throats[j])));

describe('speakers', () => {
  test('of a dialogue are told apart, and named in the order in which they are heard', () => {
    const throats = [high, low, high, low, low, high, low, high];
    const names = nameSpeakers(conversation(throats));
    expect(same(names, throats)).toBe(true);
    expect(names.slice(0, 2)).toEqual(['Speaker 1', 'Speaker 2']);
  });

  test('may be three', () => {
    const throats = [low, high, child, low, high, child, child, low, high, low];
    expect(same(nameSpeakers(conversation(throats)), throats)).toBe(true);
  });

  test('are one where one person speaks', () => {
    for (const throat of [low, high])
      expect(new Set(nameSpeakers(conversation(Array(9).fill(throat))))).toEqual(new Set(['Speaker 1']));
  });

  test('are as many as were announced', () => {
    const talk = conversation([low, high, low, high, child]);
    expect(new Set(nameSpeakers(talk, 1)).size).toBe(1);
    expect(new Set(nameSpeakers(talk, 3)).size).toBe(3);
    // More than there are stretches can not be.
    expect(new Set(nameSpeakers(talk, 10)).size).toBe(5);
  });

  test('of nothing, of silence, of a breath are no trouble', () => {
    expect(nameSpeakers([])).toEqual([]);
    const silence = { start_seconds: 0, end_seconds: 1, voice: voiceOf(new Float32Array(sampleRate)) };
    expect(nameSpeakers([silence, silence, silence, silence])).toEqual(Array(4).fill('Speaker 1'));
    expect(voiceOf(new Float32Array(10)).every(Number.isFinite)).toBe(true);
  });
});
