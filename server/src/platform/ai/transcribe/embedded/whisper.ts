import type { Whisper, WhisperContext, WhisperResult } from './engines.ts';
import {
  beginsUnit,
  gapSeconds,
  type HeardTurn,
  lengthOf,
  type Recognizer,
  type Span,
  sampleRate,
  type Unit,
} from './recognizer.ts';

interface WhisperOptions {
  whisper: Whisper;
  model: string;
  threads: number;
}

export interface WhisperRecognizer extends Recognizer {
  detectLanguage(turns: HeardTurn[]): Promise<string>;
}

/** whisper.cpp. Turns share a window of thirty seconds, because a window costs the same however full it is. */
export function loadWhisperModel({ whisper, model, threads }: WhisperOptions): WhisperRecognizer {
  const context: WhisperContext = new whisper.WhisperContext({ filePath: model, useGpu: false });
  return {
    async hear(turns, language, vocabulary) {
      const prompt = vocabulary.length > 0 ? { prompt: vocabulary.join(', ') } : {};
      const options = { language, maxThreads: threads, tokenTimestamps: true, maxLen: 1, ...prompt };
      return unpack(await context.transcribeData(pack(turns), options).promise, turns);
    },
    async detectLanguage(turns) {
      // Too little to transcribe, so that it stops when it knows the language: half of the work.
      const options = { language: 'auto', maxThreads: threads, duration: 50 };
      return (await context.transcribeData(pack(turns), options).promise).language;
    },
  };
}

function pack(turns: HeardTurn[]): ArrayBuffer {
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

/** Gives each word back to the turn that it was heard in, in seconds of the recording. */
export function unpack(heard: WhisperResult, turns: Span[]): Unit[][] {
  let offset = 0;
  const places = turns.map((turn) => {
    const place = { from: offset, start: turn.start_seconds, length: lengthOf(turn) };
    offset += place.length + gapSeconds;
    return { ...place, units: [] as Unit[] };
  });
  let current = places[0];
  for (const { text, t0, t1 } of wholeTokens(heard)) {
    const last = current?.units.at(-1);
    const middle = (t0 + t1) / 2000;
    if (!last || beginsUnit(text))
      current = places.findLast(({ from }) => from <= middle) ?? (places[0] as (typeof places)[number]);
    if (!current) continue;
    const { from, start, length, units } = current;
    const within = (ms: number) => start + Math.max(0, Math.min(length, ms / 1000 - from));
    const continues = units.at(-1);
    if (continues && !beginsUnit(text)) {
      continues.text += text;
      continues.end_seconds = within(t1);
    } else units.push({ text, start_seconds: within(t0), end_seconds: within(t1) });
  }
  return places.map(({ units }) => units);
}

/** A token may end inside a character and arrives damaged; the text as a whole is sound, and mends it. */
function wholeTokens({ result, segments }: WhisperResult): WhisperResult['segments'] {
  const spoken = segments.filter(({ text }) => text !== '');
  let at = 0;
  let damaged: WhisperResult['segments'][number] | undefined;
  const whole: WhisperResult['segments'] = [];
  for (const token of spoken) {
    if (token.text.includes('\uFFFD')) {
      damaged = damaged ? { ...damaged, t1: token.t1 } : token;
      continue;
    }
    const found = result.indexOf(token.text, at);
    if (found < 0) continue;
    if (damaged && found > at) whole.push({ ...damaged, text: result.slice(at, found) });
    damaged = undefined;
    whole.push(token);
    at = found + token.text.length;
  }
  if (damaged && at < result.length) whole.push({ ...damaged, text: result.slice(at) });
  return whole;
}
