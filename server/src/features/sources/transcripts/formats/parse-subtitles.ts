import { type ErrorDetail, invalid, invalidField } from '../../../../foundation/errors.ts';
import { segmentsMax } from '../limits.ts';
import { splitVoices, stripSrtTags } from './cue-text.ts';
import type { PlainSegment } from './segment.ts';
import { type CueTiming, parseTiming } from './timestamps.ts';

export interface ParseOptions {
  /** The speaker of cues that have no speaker. */
  defaultSpeaker?: string;
}

interface Cue extends CueTiming {
  lines: string[];
}

/**
 * Parses VTT or SRT, detected by the first line. Throws `validation_failed` with the number of the cue if a cue ends before
 * it starts.
 */
export function parseSubtitles(
  text: string,
  { defaultSpeaker = 'Speaker 1' }: ParseOptions = {},
): PlainSegment[] {
  const clean = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '');
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(clean);
  const cues = readCues(clean);
  if (cues.length === 0) throw invalidField('content', 'The text contains no VTT or SRT cues.');
  requireFew(cues);
  const faults: ErrorDetail[] = cues.flatMap((cue, i) =>
    cue.end_seconds > cue.start_seconds
      ? []
      : [{ field: `segments.${i}.end_seconds`, message: 'must be greater than start_seconds' }],
  );
  if (faults.length > 0) throw invalid(faults.slice(0, 100));
  const segments = isVtt
    ? cues.flatMap((cue) => shareTime(cue, splitVoices(cue.lines.join('\n'), defaultSpeaker)))
    : fromSrt(cues, defaultSpeaker);
  const spoken = segments.filter((segment) => segment.text !== '');
  requireFew(spoken);
  return spoken.sort((a, b) => a.start_seconds - b.start_seconds);
}

/** The limit that the schema has for segments. */
function requireFew(parts: readonly unknown[]): void {
  if (parts.length > segmentsMax)
    throw invalidField('content', `The text contains more than ${segmentsMax} cues.`);
}

/** A cue is a timing line and the lines up to the next empty line. Numbers, notes and styles are skipped. */
function readCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let current: Cue | undefined;
  for (const line of text.split('\n')) {
    const timing = current ? undefined : parseTiming(line);
    if (timing) {
      current = { ...timing, lines: [] };
      cues.push(current);
    } else if (line.trim() === '') {
      current = undefined;
    } else {
      current?.lines.push(line);
    }
  }
  return cues;
}

/** Divides the time of a cue with several speakers in proportion to the length of their text. */
function shareTime(cue: Cue, voices: { speaker: string; text: string }[]): PlainSegment[] {
  const said = voices.filter((voice) => voice.text !== '');
  const total = said.reduce((sum, voice) => sum + voice.text.length, 0);
  const length = cue.end_seconds - cue.start_seconds;
  let before = 0;
  return said.map((voice) => {
    const start = cue.start_seconds + (length * before) / total;
    before += voice.text.length;
    const end = cue.start_seconds + (length * before) / total;
    return { ...voice, start_seconds: thousandth(start), end_seconds: thousandth(end) };
  });
}

const thousandth = (value: number) => Math.round(value * 1000) / 1000;

/** SRT has no syntax for speakers. `Name: words` is read as a speaker only if every cue has one, to avoid false matches. */
function fromSrt(cues: Cue[], defaultSpeaker: string): PlainSegment[] {
  const named = /^([^\s:<>][^:\n<>]{0,79}):[ \t]+(?=\S)/;
  const texts = cues.map((cue) => stripSrtTags(cue.lines.map((line) => line.trim()).join('\n')).trim());
  const allNamed = texts.every((text) => text === '' || named.test(text));
  return cues.map(({ start_seconds, end_seconds }, i) => {
    const text = texts[i] ?? '';
    const speaker = allNamed ? named.exec(text)?.[1]?.trim() : undefined;
    return {
      speaker: speaker ?? defaultSpeaker,
      start_seconds,
      end_seconds,
      text: speaker ? text.replace(named, '') : text,
    };
  });
}
