import { type ErrorDetail, invalid, invalidField } from '../../../../foundation/errors.ts';
import { splitVoices, stripSrtTags } from './cue-text.ts';
import type { PlainSegment } from './segment.ts';
import { type CueTiming, parseTiming } from './timestamps.ts';

export interface ParseOptions {
  /** Where the subtitles name nobody. */
  defaultSpeaker?: string;
}

interface Cue extends CueTiming {
  lines: string[];
}

/**
 * VTT or SRT, told apart by the first line. Throws `validation_failed` with the number of the cue: times that
 * run backwards are the caller's to mend, not ours to guess.
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
  if (cues.length === 0) throw invalidField('content', 'No cues of VTT or SRT were found in the text.');
  const faults: ErrorDetail[] = cues.flatMap((cue, i) =>
    cue.end_seconds > cue.start_seconds
      ? []
      : [{ field: `segments.${i}.end_seconds`, message: 'must be greater than start_seconds' }],
  );
  if (faults.length > 0) throw invalid(faults.slice(0, 100));
  const segments = isVtt
    ? cues.flatMap((cue) => shareTime(cue, splitVoices(cue.lines.join('\n'), defaultSpeaker)))
    : fromSrt(cues, defaultSpeaker);
  return segments.filter((segment) => segment.text !== '').sort((a, b) => a.start_seconds - b.start_seconds);
}

/** A cue is a line of times and what follows up to an empty line; numbers, notes and styles are passed over. */
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

/** Two voices in one cue speak one after the other: each gets time by the length of its words. */
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

/** SRT has no place for speakers. `Name: words` is taken as one only where every cue has it, or none would be sure. */
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
