import type { Researcher } from '../../../foundation/principal.ts';
import type { Sentiment } from '../../../platform/ai/sentiment/index.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { type Access, accessColumns, sharedWith } from '../../projects/index.ts';
import type { PartOfFile } from '../../registrations.ts';
import type { TranscriptSpeaker } from './readable.ts';
import type { Counts, Mood } from './summarize.ts';

export interface SpeakerSentiment {
  speaker_id: string;
  speaker: string;
  label: Mood;
  score: number;
  counts: Counts;
}

export interface FileSentimentRow {
  file_id: string;
  workspace_id: string;
  project_id: string;
  revision: number;
  label: Mood;
  score: number;
  counts: Counts;
  words: Counts;
  speakers: SpeakerSentiment[];
  model: string;
  job_id: string;
  analyzed_at: Date;
}

export interface StoredFileSentiment extends FileSentimentRow {
  /** The revision of the transcript now. */
  current_revision: number;
}

export interface SegmentScore extends Sentiment {
  segment_id: string;
  words: number;
}

export interface MomentRow {
  file_id: string;
  segment_id: string;
  score: number;
  quote: string;
  speaker: string;
  start_seconds: number;
  end_seconds: number;
}

/** One page of a transcript, for background work. */
interface TranscriptPage {
  revision: number;
  language: string | null;
  speakers: TranscriptSpeaker[];
  segments: TranscriptSegment[];
}

export interface TranscriptSegment {
  id: string;
  speaker_id: string;
  text: string;
}

/** Reads the segments after `after`, with the revision that they belong to in the same statement. */
export async function readTranscriptPage(
  db: Db,
  fileId: string,
  after: string,
  limit: number,
): Promise<TranscriptPage | undefined> {
  const [page] = await db.query<TranscriptPage>(sql`
    select t.revision, t.language, t.speakers, coalesce((
        select json_agg(json_build_object('id', s.id, 'speaker_id', s.speaker_id, 'text', s.text) order by s.id)
          from (select id, speaker_id, text from segments where file_id = t.file_id and id > ${after}
                 order by id limit ${limit}) s), '[]'::json) as segments
      from transcripts t where t.file_id = ${fileId}`);
  return page;
}

/**
 * Locks the file and returns whether its transcript still exists. Edits and deletions of the transcript lock the file
 * first too, so segments do not disappear until the caller commits.
 */
export async function lockTranscript(tx: Db, fileId: string): Promise<boolean> {
  await tx.query(sql`select 1 from files where id = ${fileId} for no key update`);
  const rows = await tx.query(sql`select 1 from transcripts where file_id = ${fileId}`);
  return rows.length > 0;
}

const ordered = ({ positive, neutral, negative }: Counts) => [positive, neutral, negative];

/** Replaces the result of the file. */
export async function saveFileSentiment(tx: Db, row: FileSentimentRow, scores: SegmentScore[]) {
  await tx.query(sql`delete from file_sentiments where file_id = ${row.file_id}`);
  await tx.query(sql`
    insert into file_sentiments (file_id, workspace_id, project_id, revision, label, score, segment_counts, word_counts,
      speakers, model, job_id, analyzed_at)
    values (${row.file_id}, ${row.workspace_id}, ${row.project_id}, ${row.revision}, ${row.label}, ${row.score},
      ${ordered(row.counts)}, ${ordered(row.words)}, ${JSON.stringify(row.speakers)}, ${row.model}, ${row.job_id},
      ${row.analyzed_at})`);
  for (let at = 0; at < scores.length; at += insertedAtOnce) {
    const part = scores.slice(at, at + insertedAtOnce);
    // The join leaves out segments that were deleted while the job ran.
    await tx.query(sql`
      insert into segment_sentiments (segment_id, file_id, project_id, label, score, words)
      select n.segment_id, s.file_id, s.project_id, n.label, n.score, n.words
        from unnest(${part.map((score) => score.segment_id)}::text[], ${part.map((score) => score.label)}::text[],
          ${part.map((score) => score.score)}::real[], ${part.map((score) => score.words)}::integer[])
          as n (segment_id, label, score, words)
        join segments s on s.id = n.segment_id and s.file_id = ${row.file_id}`);
  }
}

const insertedAtOnce = 5_000;

const columns = sql`x.file_id, x.workspace_id, x.project_id, x.revision, x.label, x.score, x.speakers, x.model, x.job_id,
  x.analyzed_at, t.revision as current_revision,
  json_build_object('positive', x.segment_counts[1], 'neutral', x.segment_counts[2], 'negative', x.segment_counts[3])
    as counts,
  json_build_object('positive', x.word_counts[1], 'neutral', x.word_counts[2], 'negative', x.word_counts[3]) as words`;

export async function listFileSentiments(db: Db, projectId: string): Promise<StoredFileSentiment[]> {
  return db.query<StoredFileSentiment>(sql`
    select ${columns} from file_sentiments x join transcripts t on t.file_id = x.file_id
     where x.project_id = ${projectId} order by x.score, x.file_id`);
}

/** Files of the project with a transcript that was never analyzed. */
export async function countUnanalyzed(db: Db, projectId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from transcripts t
     where t.project_id = ${projectId} and not exists (select 1 from file_sentiments x where x.file_id = t.file_id)`);
  return row?.count ?? 0;
}

/** Shorter remarks are not shown as moments: “Great.” is no finding. */
const momentWordsMin = 4;

/** Segments with their scores. Those that were changed since are left out: a score belongs to words that are no longer there. */
const scoredSegments = sql`segment_sentiments m join file_sentiments x on x.file_id = m.file_id
  join segments s on s.id = m.segment_id and s.since_revision <= x.revision`;

/** The strongest moments of one mood, the strongest first. */
function momentsOf(within: Sql, label: 'positive' | 'negative', limit: number): Sql {
  const order = label === 'positive' ? sql`m.score desc, m.segment_id` : sql`m.score, m.segment_id`;
  return sql`
    select m.file_id, m.segment_id, m.score, s.text as quote, s.start_seconds, s.end_seconds,
        coalesce((select e ->> 'label' from jsonb_array_elements(t.speakers) e where e ->> 'id' = s.speaker_id limit 1),
          s.speaker_id) as speaker
      from ${scoredSegments} join transcripts t on t.file_id = m.file_id
     where ${within} and m.label = ${label} and m.words >= ${momentWordsMin}
     order by ${order} limit ${limit}`;
}

export const listMoments = (
  db: Db,
  projectId: string,
  label: 'positive' | 'negative',
  limit: number,
): Promise<MomentRow[]> => db.query<MomentRow>(momentsOf(sql`m.project_id = ${projectId}`, label, limit));

/** How many moments of each mood the sentiment of a file has. */
const fileMomentsMax = 5;

/** The columns of the sentiment are null if the file was not analyzed. */
type NotAnalyzed = { [Column in keyof StoredFileSentiment]: null };

interface ScoredSegments {
  most_positive: MomentRow[];
  most_negative: MomentRow[];
  /** JSON, because a transcript can have 50,000 segments. Null if the user may not see the file. */
  segments: string | null;
}

export type ReadableFileSentiment = Access & ScoredSegments & (StoredFileSentiment | NotAnalyzed);

/** The sentiment of a file with the score of each segment, and what decides who may see it, in one statement. */
export async function findFileSentiment(
  db: Db,
  { workspace_id, user_id }: Researcher,
  fileId: string,
): Promise<ReadableFileSentiment | undefined> {
  const moments = (label: 'positive' | 'negative') =>
    sql`coalesce((select json_agg(o) from (${momentsOf(sql`m.file_id = ${fileId}`, label, fileMomentsMax)}) o), '[]')`;
  const [row] = await db.query<ReadableFileSentiment>(sql`
    select ${accessColumns}, ${columns}, ${moments('positive')} as most_positive, ${moments('negative')} as most_negative,
        case when ${sharedWith(user_id)} then (
          select coalesce(json_agg(o), '[]')::text
            from (select m.segment_id, m.label, m.score, s.start_seconds, s.end_seconds
                    from ${scoredSegments} where m.file_id = f.id
                   order by s.start_seconds, s.end_seconds, s.id) o) end as segments
      from files f join projects p on p.id = f.project_id
      left join (file_sentiments x join transcripts t on t.file_id = x.file_id) on x.file_id = f.id
     where f.id = ${fileId} and f.workspace_id = ${workspace_id} and p.deleted_at is null`);
  return row;
}

export const sentimentsOfFile: PartOfFile[] = [
  {
    move: ({ id, project_id }) =>
      sql`update file_sentiments set project_id = ${project_id} where file_id = ${id}`,
  },
  {
    move: ({ id, project_id }) =>
      sql`update segment_sentiments set project_id = ${project_id} where file_id = ${id}`,
  },
];
