import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns, type ProjectRecords } from '../../projects/index.ts';

export interface Speaker {
  id: string;
  label: string;
  role: string | null;
}

export interface SegmentWord {
  text: string;
  start_seconds: number;
  end_seconds: number;
  start_character: number;
}

export interface SegmentRow {
  id: string;
  speaker_id: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
  page: number | null;
  confidence: number | null;
  /** The revision that last changed it; `version` in the API. */
  since_revision: number;
  /** Only set when a transcription is written. Reads use `readWordTimes`. */
  words?: SegmentWord[];
}

export interface TranscriptRow {
  file_id: string;
  workspace_id: string;
  project_id: string;
  language: string | null;
  time_basis: 'media' | 'estimated';
  revision: number;
  speakers: Speaker[];
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface RevisionRow {
  file_id: string;
  revision: number;
  action: string;
  language: string | null;
  time_basis: 'media' | 'estimated';
  speakers: Speaker[];
  segment_count: number;
  /** The revision that this one undid. */
  undoes: number | null;
  created_by: string | null;
  created_at: Date;
}

/** A file with its access columns and its transcript, if it has one. */
export interface TranscribedFile extends Access {
  file_id: string;
  file_name: string;
  workspace_id: string;
  project_id: string;
  /** Duration of a recording; null if unknown, and for documents, whose times are estimates. */
  media_seconds: number | null;
  transcript: TranscriptRow | null;
}

export interface TranscribedFileWithSegments extends TranscribedFile {
  /** Null if the caller has a cached copy of this revision. */
  segments: SegmentRow[] | null;
}

/** One array per column: much smaller and faster to parse than an object per segment. */
interface SegmentColumns {
  ids: string[] | null;
  speaker_ids: string[];
  starts: number[];
  ends: number[];
  texts: string[];
  pages: (number | null)[];
  confidences: (number | null)[];
  versions: number[];
}

const segmentColumns = sql`id, speaker_id, start_seconds, end_seconds, text, page, confidence,
  since_revision`;
const fileColumns = sql`f.id as file_id, f.name as file_name, f.workspace_id, f.project_id,
  case when f.kind in ('audio', 'video') and f.source <> 'transcript' then f.duration_seconds end as media_seconds,
  ${accessColumns}`;
const ofFile = (principal: Researcher, fileId: string): Sql => sql`
  f.id = ${fileId} and f.workspace_id = ${principal.workspace_id} and p.deleted_at is null`;

/** Reads file, access, transcript and segments in one round trip. Omits the segments if the revision is `known`. */
export async function readTranscript(
  db: Db,
  principal: Researcher,
  fileId: string,
  known?: Pick<TranscriptRow, 'revision' | 'updated_at'>,
): Promise<TranscribedFileWithSegments | undefined> {
  const [row] = await db.query<TranscribedFile & SegmentColumns & { is_known: boolean }>(sql`
    select ${fileColumns}, case when t.file_id is null then null else to_jsonb(t) end as transcript, k.is_known, s.*
      from files f join projects p on p.id = f.project_id left join transcripts t on t.file_id = f.id
      cross join lateral (select coalesce(t.revision = ${known?.revision ?? null}::integer
        and t.updated_at = ${known?.updated_at ?? null}::timestamptz, false) as is_known) k
      cross join lateral (
        select json_agg(o.id) as ids, json_agg(o.speaker_id) as speaker_ids, json_agg(o.start_seconds) as starts,
            json_agg(o.end_seconds) as ends, json_agg(o.text) as texts, json_agg(o.page) as pages,
            json_agg(o.confidence) as confidences, json_agg(o.since_revision) as versions
          from (select ${segmentColumns} from segments g where g.file_id = t.file_id and not k.is_known
                 order by g.start_seconds, g.end_seconds, g.id) o) s
     where ${ofFile(principal, fileId)}`);
  if (!row) return undefined;
  return { ...row, transcript: withDates(row.transcript), segments: row.is_known ? null : segmentsFrom(row) };
}

function segmentsFrom(columns: SegmentColumns): SegmentRow[] {
  const { ids, speaker_ids, starts, ends, texts, pages, confidences, versions } = columns;
  return (ids ?? []).map((id, i) => ({
    id,
    speaker_id: speaker_ids[i] as string,
    start_seconds: starts[i] as number,
    end_seconds: ends[i] as number,
    text: texts[i] as string,
    page: pages[i] ?? null,
    confidence: confidences[i] ?? null,
    since_revision: versions[i] as number,
  }));
}

const transcriptOf = (principal: Researcher, fileId: string, lock: Sql): Sql => sql`
  select ${fileColumns}, case when t.file_id is null then null else to_jsonb(t) end as transcript
    from files f join projects p on p.id = f.project_id left join transcripts t on t.file_id = f.id
   where ${ofFile(principal, fileId)} ${lock}`;

export async function findTranscribedFile(
  db: Db,
  principal: Researcher,
  fileId: string,
): Promise<TranscribedFile | undefined> {
  const [row] = await db.query<TranscribedFile>(transcriptOf(principal, fileId, sql``));
  return row && { ...row, transcript: withDates(row.transcript) };
}

/** Locks the file, so that edits of one transcript run one after the other, then reads the latest transcript. */
export async function lockTranscript(
  tx: Db,
  principal: Researcher,
  fileId: string,
): Promise<TranscribedFile | undefined> {
  await tx.query(sql`
    select 1 from files where id = ${fileId} and workspace_id = ${principal.workspace_id} for no key update`);
  const [row] = await tx.query<TranscribedFile>(transcriptOf(principal, fileId, sql`for key share of p`));
  return row && { ...row, transcript: withDates(row.transcript) };
}

/** JSON has no date type. */
function withDates(row: TranscriptRow | null): TranscriptRow | null {
  return row && { ...row, created_at: new Date(row.created_at), updated_at: new Date(row.updated_at) };
}

export const findTranscript = async (db: Db, fileId: string): Promise<TranscriptRow | undefined> =>
  (await db.query<TranscriptRow>(sql`select * from transcripts where file_id = ${fileId}`))[0];

export async function readSegments(db: Db, fileId: string): Promise<SegmentRow[]> {
  return db.query<SegmentRow>(sql`
    select ${segmentColumns} from segments where file_id = ${fileId} order by start_seconds, end_seconds, id`);
}

/** The segments of a revision. */
export async function readSegmentsAt(db: Db, fileId: string, revision: number): Promise<SegmentRow[]> {
  return db.query<SegmentRow>(sql`
    select ${segmentColumns} from segments where file_id = ${fileId} and since_revision <= ${revision}
    union all
    select ${segmentColumns} from past_segments
     where file_id = ${fileId} and since_revision <= ${revision} and until_revision > ${revision}
    order by start_seconds, end_seconds, id`);
}

/** The text of a segment before the revision that created the second one, if that revision changed the first one. */
export async function findTextBeforeSplit(
  tx: Db,
  fileId: string,
  firstId: string,
  secondId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ text: string }>(sql`
    select text from past_segments where file_id = ${fileId} and id = ${firstId} and until_revision = (
      select least((select since_revision from segments where id = ${secondId}),
        (select min(since_revision) from past_segments where file_id = ${fileId} and id = ${secondId})))`);
  return row?.text;
}

/** The known times of words, by segment. */
export async function readWordTimes(
  db: Db,
  fileId: string,
  revision: number,
): Promise<Map<string, SegmentWord[]>> {
  const rows = await db.query<{ id: string; words: SegmentWord[] }>(sql`
    select id, words from segments where file_id = ${fileId} and since_revision <= ${revision} and words is not null
    union all
    select id, words from past_segments where file_id = ${fileId} and since_revision <= ${revision}
       and until_revision > ${revision} and words is not null`);
  return new Map(rows.map(({ id, words }) => [id, words]));
}

/** The number may be larger than any integer of PostgreSQL. */
export async function findRevision(db: Db, fileId: string, revision: number) {
  const [row] = await db.query<RevisionRow>(sql`
    select * from transcript_revisions where file_id = ${fileId} and revision = ${revision}::numeric`);
  return row;
}

export async function listRevisions(db: Db, fileId: string, query: ListQuery) {
  return listPage<RevisionRow>(db, {
    name: `revisions of ${fileId}`,
    query,
    select: sql`select r.*`,
    from: sql`from transcript_revisions r`,
    where: [sql`r.file_id = ${fileId}`],
    sorts: { created_at: { column: sql`r.created_at`, type: 'timestamptz' } },
    defaultSort: '-created_at',
    id: sql`lpad(r.revision::text, 10, '0')`,
  });
}

/** Segments that end with a revision, and segments that begin with it. A changed segment is in both lists. */
export interface SegmentChange {
  closed: string[];
  opened: SegmentRow[];
}

/** Writes the transcript row. This locks it, so that no anchor is created on its words until the commit. */
export async function saveTranscript(tx: Db, transcript: TranscriptRow): Promise<void> {
  await tx.query(sql`
    insert into transcripts (file_id, workspace_id, project_id, language, time_basis, revision, speakers, created_by,
      created_at, updated_at)
    values (${transcript.file_id}, ${transcript.workspace_id}, ${transcript.project_id}, ${transcript.language},
      ${transcript.time_basis}, ${transcript.revision}, ${JSON.stringify(transcript.speakers)}, ${transcript.created_by},
      ${transcript.created_at}, ${transcript.updated_at})
    on conflict (file_id) do update set language = excluded.language, time_basis = excluded.time_basis,
      revision = excluded.revision, speakers = excluded.speakers, updated_at = excluded.updated_at`);
}

export async function insertRevision(
  tx: Db,
  { file_id, revision, language, time_basis, speakers, updated_at }: TranscriptRow,
  { action, by, undoes }: { action: string; by: string | null; undoes?: number },
): Promise<void> {
  await tx.query(sql`
    insert into transcript_revisions (file_id, revision, action, language, time_basis, speakers, segment_count, undoes,
      created_by, created_at)
    select ${file_id}, ${revision}, ${action}, ${language}, ${time_basis}, ${JSON.stringify(speakers)},
      (select count(*) from segments where file_id = ${file_id}), ${undoes ?? null}, ${by}, ${updated_at}`);
}

/** The last change of a user that is not undone; with `revision`, only that one, which may also be an undo. */
export async function findLastChange(
  tx: Db,
  fileId: string,
  userId: string,
  revision: number | undefined,
): Promise<RevisionRow | undefined> {
  const which = revision === undefined ? sql`r.action <> 'undo'` : sql`r.revision = ${revision}`;
  const [row] = await tx.query<RevisionRow>(sql`
    select r.* from transcript_revisions r
     where r.file_id = ${fileId} and r.created_by = ${userId} and ${which} and not exists (
       select 1 from transcript_revisions u where u.file_id = r.file_id and u.undoes = r.revision)
     order by r.revision desc limit 1`);
  return row;
}

export async function removeTranscript(tx: Db, fileId: string): Promise<void> {
  await tx.query(sql`delete from transcripts where file_id = ${fileId}`);
}

export async function lockTranscriptRow(tx: Db, fileId: string): Promise<void> {
  await tx.query(sql`select 1 from transcripts where file_id = ${fileId} for update`);
}

/** Writing this many segments as JSON takes a few milliseconds. */
const openedAtOnce = 2_000;

export async function moveSegments(
  tx: Db,
  transcript: TranscriptRow,
  { closed, opened }: SegmentChange,
): Promise<void> {
  const { file_id, revision } = transcript;
  if (closed.length > 0) {
    await tx.query(sql`
      insert into past_segments (id, file_id, speaker_id, start_seconds, end_seconds, text, page, confidence, words,
        since_revision, until_revision)
      select id, file_id, speaker_id, start_seconds, end_seconds, text, page, confidence, words, since_revision, ${revision}
        from segments where file_id = ${file_id} and id = any(${closed})`);
  }
  // In parts, because one text with all segments would occupy the event loop for too long.
  for (let from = 0; from < opened.length; from += openedAtOnce) {
    const part = opened.slice(from, from + openedAtOnce);
    // An upsert, because deleting a changed segment would break references to it. Word times remain as long as the segment
    // has, or has again, the text for which they were measured.
    await tx.query(sql`
      insert into segments (id, file_id, workspace_id, project_id, speaker_id, start_seconds, end_seconds, text, page,
        confidence, since_revision, words)
      select s.id, ${file_id}, ${transcript.workspace_id}, ${transcript.project_id}, s.speaker_id, s.start_seconds,
        s.end_seconds, s.text, s.page, s.confidence, ${revision}, coalesce(s.words, (
          select p.words from past_segments p where p.file_id = ${file_id} and p.id = s.id and p.text = s.text
             and p.words is not null limit 1))
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as s (id text, speaker_id text,
          start_seconds double precision, end_seconds double precision, text text, page integer, confidence real,
          words jsonb)
      on conflict (id) do update set speaker_id = excluded.speaker_id, start_seconds = excluded.start_seconds,
        end_seconds = excluded.end_seconds, text = excluded.text, page = excluded.page,
        confidence = excluded.confidence, since_revision = excluded.since_revision, words = excluded.words`);
  }
  const kept = new Set(opened.map(({ id }) => id));
  const gone = closed.filter((id) => !kept.has(id));
  if (gone.length > 0)
    await tx.query(sql`delete from segments where file_id = ${file_id} and id = any(${gone})`);
}

export const segmentRecords: ProjectRecords = {
  kind: 'segment',
  rows: sql`select id, project_id, file_id from segments`,
};

/** The labels of all speakers of a project: most of them are names. */
export async function listSpeakerLabels(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.query<{ label: string }>(sql`
    select distinct s.item ->> 'label' as label
      from transcripts t cross join lateral jsonb_array_elements(t.speakers) as s (item)
     where t.project_id = ${projectId}`);
  return rows.map(({ label }) => label);
}
