import { describe, expect, test } from 'vitest';
import { sampleRate } from './recognizer.ts';
import { nameSpeakers, type VoicedRegion } from './speakers.ts';
import { voiceParts } from './voice-features.ts';

interface Voice {
  hertz: number;
  formants: number[];
}

const low: Voice = { hertz: 105, formants: [550, 1400, 2400] };
const high: Voice = { hertz: 215, formants: [750, 1900, 3100] };
const child: Voice = { hertz: 330, formants: [1000, 2500, 3900] };

/** Synthesises a voice by the source–filter model: pulses through resonances, with a new vowel every 0.2 s. */
function synthesize({ hertz, formants }: Voice, seconds: number, seed: number): Float32Array {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const sound = new Float32Array(seconds * sampleRate);
  for (let i = 0; i < sound.length; i++) sound[i] = (random() - 0.5) * 0.01;
  for (let at = 0; at < sound.length; at += sampleRate / (hertz * (0.93 + 0.14 * random())))
    sound[Math.floor(at)] = (sound[Math.floor(at)] as number) + 1;
  for (const formant of formants) resonate(sound, formant, random);
  const loudest = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return sound.map((sample) => (sample / loudest) * 0.5);
}

function resonate(sound: Float32Array, formant: number, random: () => number): void {
  const damping = Math.exp((-Math.PI * 120) / sampleRate);
  let [before, earlier, turn] = [0, 0, 0];
  for (let i = 0; i < sound.length; i++) {
    if (i % (sampleRate / 5) === 0)
      turn = 2 * damping * Math.cos((2 * Math.PI * formant * (0.8 + 0.4 * random())) / sampleRate);
    const sample = (sound[i] as number) + turn * before - damping * damping * earlier;
    [earlier, before] = [before, sample];
    sound[i] = sample;
  }
}

function conversation(voices: Voice[], shortestSeconds = 1.5): VoicedRegion[] {
  let at = 0;
  return voices.map((voice, i) => {
    const seconds = shortestSeconds + (i % 3) * 0.5;
    const start_seconds = at;
    at += seconds + 0.4;
    return {
      start_seconds,
      end_seconds: start_seconds + seconds,
      parts: voiceParts(synthesize(voice, seconds, i + 1)),
    };
  });
}

const same = (names: string[], voices: Voice[]) =>
  names.every((name, i) => names.every((other, j) => (name === other) === (voices[i] === voices[j])));

describe('speakers', () => {
  test('distinguishes the speakers of a dialogue, and numbers them in order of first appearance', () => {
    const voices = [high, low, high, low, low, high, low, high];
    const names = nameSpeakers(conversation(voices));
    expect(same(names, voices)).toBe(true);
    expect(names.slice(0, 2)).toEqual(['Speaker 1', 'Speaker 2']);
  });

  test('distinguishes the speakers of a conversation of three', () => {
    const voices = [low, high, child, low, high, child, child, low, high, low];
    expect(same(nameSpeakers(conversation(voices)), voices)).toBe(true);
  });

  test('distinguishes the speakers of a short dialogue with similar voices', () => {
    const similar: Voice = { hertz: 132, formants: [660, 1680, 2880] };
    const voices = [low, similar, low, similar, low];
    expect(same(nameSpeakers(conversation(voices, 3)), voices)).toBe(true);
  });

  test('finds both speakers when one of them says only one sentence of ten', () => {
    const voices = [low, low, low, low, high, low, low, low, low, low];
    expect(same(nameSpeakers(conversation(voices, 4)), voices)).toBe(true);
  });

  test('finds one speaker if one person speaks with a changing pitch', () => {
    const voices = [0.9, 1, 1.12, 0.95, 1.08, 1, 0.92, 1.1].map((factor) => ({
      ...low,
      hertz: low.hertz * factor,
    }));
    for (const count of [4, 8])
      expect(new Set(nameSpeakers(conversation(voices.slice(0, count), 3))).size).toBe(1);
  });

  test('finds one speaker if one person speaks', () => {
    for (const voice of [low, high])
      expect(new Set(nameSpeakers(conversation(Array(9).fill(voice))))).toEqual(new Set(['Speaker 1']));
  });

  test('finds as many speakers as expected', () => {
    const talk = conversation([low, high, low, high, child]);
    expect(new Set(nameSpeakers(talk, 1)).size).toBe(1);
    expect(new Set(nameSpeakers(talk, 3)).size).toBe(3);
    // There can't be more speakers than regions.
    expect(new Set(nameSpeakers(talk, 10)).size).toBe(5);
  });

  test('finds speakers without error in no regions, in silence and in ten samples', () => {
    expect(nameSpeakers([])).toEqual([]);
    const silence = {
      start_seconds: 0,
      end_seconds: 1,
      parts: voiceParts(new Float32Array(sampleRate)),
    };
    expect(nameSpeakers([silence, silence, silence, silence])).toEqual(Array(4).fill('Speaker 1'));
    expect(voiceParts(new Float32Array(10)).flat().every(Number.isFinite)).toBe(true);
  });
});
