import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

/** Computes the same hash as `hashOf` in vectors.ts. */
const textHash = (text: Sql): Sql => sql`substr(sha256(convert_to(${text}, 'UTF8')), 1, 16)`;

/** Whether the vector was computed from this text. */
export const isCurrentVector = (hash: Sql, text: Sql): Sql => sql`${hash} = ${textHash(text)}`;

export interface SegmentText {
  id: string;
  text: string;
}

export interface StoredVector {
  segment_id: string;
  text_hash: Buffer;
  vector: Buffer;
}

export const findVectors = (db: Db, segmentIds: string[], model: string) =>
  db.query<StoredVector>(sql`
    select segment_id, text_hash, vector from segment_vectors
     where segment_id = any(${segmentIds}) and model = ${model}`);

/**
 * Stores vectors of segments that still exist and still have the text. The lock prevents the deletion of a segment
 * before its vector is committed.
 */
export async function saveVectors(db: Db, model: string, vectors: StoredVector[]): Promise<void> {
  await db.query(sql`
    insert into segment_vectors (segment_id, file_id, model, text_hash, vector)
    select s.id, s.file_id, ${model}, n.text_hash, n.vector
      from unnest(${vectors.map((row) => row.segment_id)}::text[], ${vectors.map((row) => row.text_hash)}::bytea[],
        ${vectors.map((row) => row.vector)}::bytea[]) as n (segment_id, text_hash, vector)
      join segments s on s.id = n.segment_id and ${isCurrentVector(sql`n.text_hash`, sql`s.text`)}
     order by s.id for key share of s
    on conflict (segment_id) do update
      set model = excluded.model, text_hash = excluded.text_hash, vector = excluded.vector`);
}

const withoutVector = (model: string): Sql => sql`not exists (
  select 1 from segment_vectors v
   where v.segment_id = s.id and v.model = ${model} and ${isCurrentVector(sql`v.text_hash`, sql`s.text`)})`;

/** Segments of a file after an id, in order of their ids, that have no current vector. */
export const findUnembeddedSegments = (db: Db, fileId: string, model: string, after: string, limit: number) =>
  db.query<SegmentText>(sql`
    select s.id, s.text from segments s
     where s.file_id = ${fileId} and s.id > ${after} and ${withoutVector(model)} order by s.id limit ${limit}`);

/** Records that all segments have vectors. Does nothing if the transcript was deleted. */
export async function saveEmbeddedTranscript(
  db: Db,
  fileId: string,
  model: string,
  revision: number,
): Promise<void> {
  await db.query(sql`
    insert into embedded_transcripts as e (file_id, workspace_id, project_id, model, revision, segment_count, version)
    select t.file_id, t.workspace_id, t.project_id, ${model}, ${revision},
        (select count(*) from segment_vectors v where v.file_id = t.file_id), gen_random_uuid()
      from transcripts t where t.file_id = ${fileId} for key share of t
    on conflict (file_id) do update set model = excluded.model, segment_count = excluded.segment_count,
      version = excluded.version, revision = case when e.model = excluded.model
        then greatest(e.revision, excluded.revision) else excluded.revision end`);
}

const isUpToDate = (model: string): Sql => sql`exists (
  select 1 from embedded_transcripts e where e.file_id = t.file_id and e.revision = t.revision and e.model = ${model})`;

/** Transcripts without current vectors and without a task, taken from the workspaces in turn. */
export const findTranscriptsToEmbed = (db: Db, model: string, taskKinds: string[], limit: number) =>
  db.query<{ file_id: string; workspace_id: string }>(sql`
    select m.file_id, m.workspace_id from (
      select t.file_id, t.workspace_id,
          row_number() over (partition by t.workspace_id order by t.updated_at desc, t.file_id) as turn
        from transcripts t where not ${isUpToDate(model)} and not exists (
          select 1 from tasks k where k.subject = t.file_id and k.kind = any(${taskKinds}))) m
     order by m.turn, m.workspace_id limit ${limit}`);

/** Finds files in these projects that have segments without current vectors. */
export const findFilesToEmbed = (db: Db, model: string, projectIds: string[], fileIds?: string[]) =>
  db.query<{ file_id: string; revision: number }>(sql`
    select t.file_id, t.revision from transcripts t
     where t.project_id = any(${projectIds}) and (${fileIds ?? null}::text[] is null or t.file_id = any(${fileIds ?? null}::text[]))
       and not ${isUpToDate(model)}`);

export interface EmbeddedFile {
  file_id: string;
  segment_count: number;
  version: string;
}

/** `projectIds` is an SQL array. */
export const findEmbeddedFiles = (db: Db, model: string, projectIds: Sql, fileIds?: string[]) =>
  db.query<EmbeddedFile>(sql`
    select file_id, segment_count, version from embedded_transcripts
     where project_id = any(${projectIds}) and model = ${model}
       and (${fileIds ?? null}::text[] is null or file_id = any(${fileIds ?? null}::text[]))
     order by file_id`);

export interface FileVectors {
  file_id: string;
  segment_ids: string[];
  /** The stored vectors in the order of the ids, one after the other. */
  vectors: Buffer;
}

export const readFileVectors = (db: Db, model: string, fileIds: string[]) =>
  db.query<FileVectors>(sql`
    select file_id, array_agg(segment_id::text order by segment_id) as segment_ids,
        string_agg(vector, ''::bytea order by segment_id) as vectors
      from segment_vectors where file_id = any(${fileIds}) and model = ${model} group by file_id`);
