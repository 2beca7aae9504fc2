import type { Db } from '../../../platform/database/index.ts';
import { exportTranscript, findTranscript, readSegments, toSegments } from '../transcripts/index.ts';
import type { ClipSpan } from './store.ts';

/**
 * The current transcript of parts that play one after the other, as subtitles with times relative to the start of the first
 * part. Undefined if no word is spoken in them.
 */
export async function captionsOf(
  db: Db,
  name: string,
  parts: ClipSpan[],
  format: 'srt' | 'vtt',
): Promise<string | undefined> {
  const segments = [];
  let offset = 0;
  for (const part of parts) {
    segments.push(...(await spokenIn(db, part, offset)));
    offset += part.end_seconds - part.start_seconds;
  }
  return segments.length > 0 ? exportTranscript({ name, segments }, format).content : undefined;
}

/** What is said in the parts, by turn: segments of one speaker that follow each other are one. */
export async function turnsOf(db: Db, parts: ClipSpan[]): Promise<{ speaker: string; text: string }[]> {
  const turns: { speakerId: string; speaker: string; text: string }[] = [];
  for (const part of parts) {
    for (const { speaker_id, speaker, text } of await spokenIn(db, part, 0)) {
      const before = turns.at(-1);
      const speakerId = `${part.file_id} ${speaker_id}`;
      if (before?.speakerId === speakerId) before.text += ` ${text}`;
      else turns.push({ speakerId, speaker, text });
    }
  }
  return turns;
}

async function spokenIn(db: Db, part: ClipSpan, offset: number) {
  const transcript = await findTranscript(db, part.file_id);
  if (!transcript) return [];
  return toSegments(await readSegments(db, part.file_id), transcript.speakers)
    .filter((s) => s.start_seconds < part.end_seconds && s.end_seconds > part.start_seconds)
    .map((s) => ({
      ...s,
      start_seconds: offset + Math.max(0, s.start_seconds - part.start_seconds),
      end_seconds: offset + Math.min(s.end_seconds, part.end_seconds) - part.start_seconds,
    }));
}
