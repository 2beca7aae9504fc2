import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import { countWords } from '../sources/transcripts/index.ts';
import type { ResponseMaterial } from './response-material.ts';
import {
  type Candidate,
  type ResponseFilter,
  type Skipped,
  type Source,
  type SourceMaterial,
  type SourceSegment,
  type StoredSource,
  toSource,
} from './source.ts';

/** Which material of a project is read. */
export interface SourceFilter {
  project_id: string;
  /** Default: every file of the project. */
  file_ids?: string[];
  /** Default: none. */
  responses?: { ids: ResponseFilter['response_ids']; material: ResponseMaterial };
  /** Only segments with one of these tags. */
  tag_ids?: string[];
}

/** A segment is tagged by a tagging of itself, of a time range or quote of its file, of a clip, or of the whole file. */
export const tagged = (tagIds: string[] | undefined): Sql =>
  tagIds === undefined || tagIds.length === 0
    ? sql`true`
    : sql`exists (
        select 1 from taggings g left join clips c on c.id = g.target_id
         where g.tag_id = any(${tagIds}::text[]) and g.status = 'accepted' and g.file_id = s.file_id
           and g.target_type in ('file', 'segment', 'clip') and (
             (g.target_id = s.id and not g.detached)
             or (g.target_type = 'file' and g.start_seconds is null and (g.quote is null or position(g.quote in s.text) > 0))
             or (g.start_seconds < s.end_seconds and (g.target_type <> 'segment' or not g.detached)
               and (g.end_seconds > s.start_seconds or (g.end_seconds is null and g.start_seconds >= s.start_seconds)))
             or (c.start_seconds < s.end_seconds and c.end_seconds > s.start_seconds)))`;

/** The files and responses that match the filter, and whether they have words to read. */
export async function listCandidates(db: Db, filter: SourceFilter): Promise<Candidate[]> {
  const files = await listFiles(db, filter);
  if (!filter.responses) return files;
  const { project_id, tag_ids, responses } = filter;
  const chosen = { project_id, response_ids: responses.ids, ...(tag_ids ? { tag_ids } : {}) };
  return [...files, ...(await responses.material.list(db, chosen))];
}

async function listFiles(db: Db, filter: SourceFilter): Promise<Candidate[]> {
  return db.query<Candidate>(sql`
    select 'file' as kind, f.id, f.name, exists (select 1 from segments s where s.file_id = f.id) as transcribed,
        exists (select 1 from segments s where s.file_id = f.id and ${tagged(filter.tag_ids)}) as readable
      from files f
     where f.project_id = ${filter.project_id}
       and (${filter.file_ids ?? null}::text[] is null or f.id = any(${filter.file_ids ?? []}::text[]))
     order by f.created_at, f.id`);
}

/** Reads revision and segments in one statement, so that they are consistent. */
async function readSource(
  db: Db,
  { kind, id, name }: Candidate,
  { tag_ids, responses }: SourceFilter,
): Promise<StoredSource | undefined> {
  if (kind === 'response') return responses?.material.read(db, id, name);
  const [read] = await db.query<Omit<StoredSource, 'name'>>(sql`
    select 'file' as kind, t.file_id as id, t.revision, t.language, t.time_basis, t.speakers,
      coalesce((select json_agg(json_build_object('id', s.id, 'ordinal', s.ordinal, 'speaker_id', s.speaker_id,
          'start_seconds', s.start_seconds, 'end_seconds', s.end_seconds, 'text', s.text, 'page', s.page) order by s.ordinal)
        from (select *, row_number() over (order by start_seconds, end_seconds, id) as ordinal
                from segments where file_id = t.file_id) s
       where ${tagged(tag_ids)}), '[]'::json)::text as segments_json
      from transcripts t where t.file_id = ${id}`);
  return read && { ...read, name };
}

/** Reads all source material without parsing it: the caller parses it in a thread. */
export async function readStoredSources(
  db: Db,
  filter: SourceFilter,
  charactersMax: number,
): Promise<StoredSource[] | 'too long'> {
  const sources: StoredSource[] = [];
  let characters = 0;
  for (const candidate of await listCandidates(db, filter)) {
    const source = candidate.readable ? await readSource(db, candidate, filter) : undefined;
    if (!source) continue;
    sources.push(source);
    characters += source.segments_json.length;
    if (characters > charactersMax) return 'too long';
  }
  return sources;
}

/** Reads files until `wordsMax` is reached. Files that are not read are listed in `skipped`. */
export async function readSourceMaterial(
  db: Db,
  filter: SourceFilter,
  wordsMax: number,
): Promise<SourceMaterial> {
  const sources: Source[] = [];
  const skipped: Skipped[] = [];
  let wordsLeft = wordsMax;
  for (const candidate of await listCandidates(db, filter)) {
    const { transcribed, readable } = candidate;
    const skip = (reason: Skipped['reason']) => skipped.push({ ...idOf(candidate), reason });
    const stored = readable ? await readSource(db, candidate, filter) : undefined;
    const source = stored && toSource(stored);
    // A response without written answers has answers that are counted.
    if (!source || (source.kind === 'file' && source.segments.length === 0)) {
      skip(transcribed ? 'no_tagged_passage' : 'no_transcript');
      continue;
    }
    const fitting = takeWords(source.segments, wordsLeft);
    // A file is read completely or not at all, except the first.
    if (fitting.segments.length < source.segments.length && sources.length > 0) {
      skip('too_long');
      continue;
    }
    if (fitting.segments.length < source.segments.length) skip('partly_read');
    sources.push({ ...source, segments: fitting.segments });
    wordsLeft -= fitting.words;
  }
  return { sources, skipped };
}

const idOf = ({ kind, id }: Candidate) => (kind === 'file' ? { file_id: id } : { response_id: id });

function takeWords(
  segments: SourceSegment[],
  wordsMax: number,
): { segments: SourceSegment[]; words: number } {
  if (wordsMax === Number.POSITIVE_INFINITY) return { segments, words: 0 };
  let words = 0;
  for (const [at, { text }] of segments.entries()) {
    const count = countWords(text);
    if (words + count > wordsMax) return { segments: segments.slice(0, at), words };
    words += count;
  }
  return { segments, words };
}

/** Returns the files that have a transcript. It can be neither edited nor deleted until the caller commits. */
export async function lockTranscripts(tx: Db, fileIds: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ file_id: string }>(
    sql`select file_id from transcripts where file_id = any(${fileIds}::text[]) order by file_id for share`,
  );
  return new Set(rows.map(({ file_id }) => file_id));
}

/** Returns the ids that exist. */
export async function findSegments(db: Db, segmentIds: string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    sql`select id from segments where id = any(${segmentIds}::text[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
