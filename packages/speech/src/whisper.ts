import type { Whisper, WhisperContext, WhisperResult } from './engines.ts';
import {
  durationOf,
  gapSeconds,
  type Recognizer,
  type Span,
  sampleRate,
  startsUnit,
  type TurnAudio,
  type Unit,
} from './recognizer.ts';

interface WhisperOptions {
  whisper: Whisper;
  model: string;
  threads: number;
}

export interface WhisperRecognizer extends Recognizer {
  detectLanguage(turns: TurnAudio[]): Promise<string>;
}

/** Whisper processes windows of thirty seconds; a shorter one costs as much as a full one. */
const windowSeconds = 28;

/** whisper.cpp. Turns share a window, because a window costs the same whatever it contains. */
export function loadWhisperModel({ whisper, model, threads }: WhisperOptions): WhisperRecognizer {
  const context: WhisperContext = new whisper.WhisperContext({ filePath: model, useGpu: false });
  return {
    batchSeconds: windowSeconds,
    async recognize(turns, language, vocabulary) {
      const prompt = vocabulary.length > 0 ? { prompt: vocabulary.join(', ') } : {};
      const options = { language, maxThreads: threads, tokenTimestamps: true, maxLen: 1, ...prompt };
      return unpack(await context.transcribeData(pack(turns), options).promise, turns);
    },
    async detectLanguage(turns) {
      // 50 ms are too little to transcribe, so it stops after detecting the language, which halves the time.
      const options = { language: 'auto', maxThreads: threads, duration: 50 };
      return (await context.transcribeData(pack(turns), options).promise).language;
    },
  };
}

function pack(turns: TurnAudio[]): ArrayBuffer {
  const gap = Math.round(gapSeconds * sampleRate);
  const length = turns.reduce((sum, { samples }) => sum + samples.length + gap, 0);
  const pcm = new Int16Array(length);
  let at = 0;
  for (const { samples } of turns) {
    for (let i = 0; i < samples.length; i++) pcm[at + i] = Math.round((samples[i] as number) * 32767);
    at += samples.length + gap;
  }
  return pcm.buffer;
}

/** Assigns each word to the turn in which it was said, and converts its times to seconds of the recording. */
export function unpack(output: WhisperResult, turns: Span[]): Unit[][] {
  let offset = 0;
  const slots = turns.map((turn) => {
    const slot = { from: offset, start: turn.start_seconds, length: durationOf(turn) };
    offset += slot.length + gapSeconds;
    return { ...slot, units: [] as Unit[] };
  });
  let current = slots[0];
  for (const { text, t0, t1 } of repairTokens(output)) {
    const last = current?.units.at(-1);
    const middle = (t0 + t1) / 2000;
    if (!last || startsUnit(text))
      current = slots.findLast(({ from }) => from <= middle) ?? (slots[0] as (typeof slots)[number]);
    if (!current) continue;
    const { from, start, length, units } = current;
    const within = (ms: number) => start + Math.max(0, Math.min(length, ms / 1000 - from));
    const continues = units.at(-1);
    if (continues && !startsUnit(text)) {
      continues.text += text;
      continues.end_seconds = within(t1);
    } else units.push({ text, start_seconds: within(t0), end_seconds: within(t1) });
  }
  return slots.map(({ units }) => units);
}

/** A token may end inside a character and is then damaged. The complete text is correct and supplies the character. */
function repairTokens({ result, segments }: WhisperResult): WhisperResult['segments'] {
  const spoken = segments.filter(({ text }) => text !== '');
  let at = 0;
  let damaged: WhisperResult['segments'][number] | undefined;
  const repaired: WhisperResult['segments'] = [];
  for (const token of spoken) {
    if (token.text.includes('\uFFFD')) {
      damaged = damaged ? { ...damaged, t1: token.t1 } : token;
      continue;
    }
    const found = result.indexOf(token.text, at);
    if (found < 0) continue;
    if (damaged && found > at) repaired.push({ ...damaged, text: result.slice(at, found) });
    damaged = undefined;
    repaired.push(token);
    at = found + token.text.length;
  }
  if (damaged && at < result.length) repaired.push({ ...damaged, text: result.slice(at) });
  return repaired;
}
