import { joinTexts, type SpokenSegment, wordsWithin } from '@parley/transcript-text';
import { type Db, sql } from '../../../platform/database/index.ts';
import { exportTranscript } from '../transcripts/index.ts';
import type { RecordingPart } from './recording.ts';

/**
 * The current transcript of parts that play one after the other, as subtitles with times relative to the start of the first
 * part. Undefined if no word is spoken in them.
 */
export async function captionsOf(
  db: Db,
  name: string,
  parts: RecordingPart[],
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
export async function turnsOf(db: Db, parts: RecordingPart[]): Promise<{ speaker: string; text: string }[]> {
  const turns: { speakerId: string; speaker: string; text: string }[] = [];
  for (const part of parts) {
    for (const { speaker_id, speaker, text } of await spokenIn(db, part, 0)) {
      const before = turns.at(-1);
      const speakerId = `${part.file_id} ${speaker_id}`;
      if (before?.speakerId === speakerId) before.text = joinTexts([before.text, text]);
      else turns.push({ speakerId, speaker, text });
    }
  }
  return turns;
}

interface SpokenRow extends SpokenSegment {
  speaker_id: string;
  speaker: string;
}

/** The words in a part, by segment, with times that count from its start plus `offset`. */
async function spokenIn(db: Db, part: RecordingPart, offset: number) {
  const { file_id, start_seconds, end_seconds } = part;
  const rows = await db.query<SpokenRow>(sql`
    select s.speaker_id, coalesce((select sp ->> 'label' from jsonb_array_elements(t.speakers) sp
             where sp ->> 'id' = s.speaker_id limit 1), s.speaker_id) as speaker,
           s.start_seconds, s.end_seconds, s.text,
           case when s.start_seconds < ${start_seconds} or s.end_seconds > ${end_seconds} then s.words end as words
      from segments s join transcripts t on t.file_id = s.file_id
     where s.file_id = ${file_id} and s.start_seconds < ${end_seconds} and s.end_seconds > ${start_seconds}
     order by s.start_seconds, s.end_seconds, s.id`);
  return rows
    .map(({ words, ...row }) => ({
      ...row,
      text: wordsWithin({ ...row, words }, part),
      start_seconds: offset + Math.max(0, row.start_seconds - start_seconds),
      end_seconds: offset + Math.min(row.end_seconds, end_seconds) - start_seconds,
    }))
    .filter(({ text }) => text !== '');
}
