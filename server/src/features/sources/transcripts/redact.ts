import { type Db, sql } from '../../../platform/database/index.ts';
import type { ErasedSources, TextTable } from '../../text-table.ts';
import type { SegmentWord } from './store.ts';

interface SegmentTexts {
  id: string;
  file_id: string;
  text: string;
  words: SegmentWord[] | null;
}

/** The words are masked, because highlights and the times of words count the characters of the text. */
function maskSegment(segment: SegmentTexts, { mask }: ErasedSources): SegmentTexts {
  const text = mask(segment.text);
  if (text === segment.text) return segment;
  const words = segment.words?.map((word) => ({
    ...word,
    text: text.slice(word.start_character, word.start_character + word.text.length),
  }));
  return { ...segment, text, words: words ?? null };
}

const segmentTexts: TextTable<SegmentTexts> = {
  table: 'segments',
  key: ['id'],
  ofProject: ({ id }) => sql`t.project_id = ${id}`,
  columns: { text: 'plain', words: 'json' },
  reads: { id: sql`t.id`, file_id: sql`t.file_id` },
  rewrite: maskSegment,
  async saved(tx, segments, now) {
    await tx.query(sql`
      delete from segment_vectors where segment_id = any(${segments.map(({ id }) => id)}::text[])`);
    await touchTranscripts(tx, segments, now);
  },
};

/** Caches notice the change, and the vectors of the segments are computed again. */
async function touchTranscripts(tx: Db, rows: { file_id: string }[], now: Date): Promise<void> {
  const fileIds = [...new Set(rows.map(({ file_id }) => file_id))].sort();
  await tx.query(sql`
    update transcripts set updated_at = greatest(updated_at + interval '1 millisecond', ${now}::timestamptz)
     where file_id in (select file_id from transcripts where file_id = any(${fileIds}::text[])
       order by file_id for no key update)`);
}

const pastSegmentTexts: TextTable<SegmentTexts> = {
  table: 'past_segments',
  key: ['file_id', 'id', 'since_revision'],
  ofProject: ({ id }) => sql`t.file_id in (select f.id from files f where f.project_id = ${id})`,
  columns: { text: 'plain', words: 'json' },
  reads: { id: sql`t.id`, file_id: sql`t.file_id` },
  rewrite: maskSegment,
};

const speakerTexts: TextTable = {
  table: 'transcripts',
  key: ['file_id'],
  ofProject: ({ id }) => sql`t.project_id = ${id}`,
  columns: { speakers: 'json' },
  touches: ['updated_at'],
};

const pastSpeakerTexts: TextTable = {
  table: 'transcript_revisions',
  key: ['file_id', 'revision'],
  ofProject: ({ id }) => sql`t.file_id in (select f.id from files f where f.project_id = ${id})`,
  columns: { speakers: 'json' },
};

/** Transcripts of other people in which the person is named, or that contain the same words. */
export const transcriptTexts: TextTable[] = [segmentTexts, pastSegmentTexts, speakerTexts, pastSpeakerTexts];
