import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type { ResponseMaterial, SpeakerRow, WrittenFilter } from '../response-material.ts';
import type { Source } from '../source.ts';
import { tagged } from '../source-material.ts';
import type { QuestionTerm } from './question.ts';

export interface Scope {
  workspace_id: string;
  project_id: string;
  /** Default: every file of the project. */
  file_ids?: string[];
  /** Only passages with one of these tags. */
  tag_ids?: string[];
  /** Only what these participants say, named as in answers. */
  people?: string[];
  /** Written responses of these tests, whether or not files are selected. */
  test_ids?: string[];
}

/** With the written answers of the project, which are read unless files are selected. */
export interface MaterialScope extends Scope {
  responses: ResponseMaterial;
}

/** The written responses in the scope; undefined for none. */
export const writtenIn = ({
  project_id,
  file_ids,
  test_ids,
  tag_ids,
  people,
}: Scope): WrittenFilter | undefined =>
  file_ids && !test_ids
    ? undefined
    : {
        project_id,
        ...(test_ids ? { test_ids } : {}),
        ...(tag_ids ? { tag_ids } : {}),
        ...(people ? { people } : {}),
      };

/** Where participants speak: the speaker with the same index in a file. */
export interface Places {
  fileIds: string[];
  speakerIds: string[];
}

/** Whether parts of a transcript are outside the scope. */
export const isSelective = ({ tag_ids, people }: Scope): boolean =>
  tag_ids !== undefined || people !== undefined;

const spokenAt = (places: Places | undefined): Sql =>
  places
    ? sql`(s.file_id, s.speaker_id) in (select * from unnest(${places.fileIds}::text[], ${places.speakerIds}::text[]))`
    : sql`true`;

/** Those of the segments that have the tags and are said by the people of the scope. */
export async function findInScope(
  db: Db,
  scope: Scope,
  places: Places | undefined,
  segmentIds: string[],
): Promise<Set<string>> {
  if (!isSelective(scope)) return new Set(segmentIds);
  const rows = await db.query<{ id: string }>(sql`
    select s.id from segments s
     where s.id = any(${segmentIds}::text[]) and ${tagged(scope.tag_ids)} and ${spokenAt(places)}`);
  return new Set(rows.map(({ id }) => id));
}

export type RecordType = 'note' | 'card' | 'report';

export interface LexicalRow {
  id: string;
  type: 'segment' | 'response' | RecordType;
  /** Indexes of the terms that the document contains. */
  terms: number[];
}

/** Documents that are read per term: without a limit, a frequent word would read the whole project. */
const documentsPerTerm = 2_000;
/** A shorter word is not searched as the beginning of other words: too many unrelated words begin with it. */
const prefixLengthMin = 4;

const inFiles = (fileIds: string[] | undefined, column: Sql): Sql =>
  fileIds === undefined ? sql`true` : sql`${column} = any(${fileIds}::text[])`;

/** The documents of the scope. Responses of tests have no file. */
const inSources = ({ file_ids, test_ids }: Scope): Sql =>
  sql`(${inFiles(file_ids, sql`d.file_id`)} or ${test_ids ? sql`d.type = 'response'` : sql`false`})`;

/** A row (n, query) for each term: a word that begins with its stem, or a short word itself. */
export function termQueries(terms: QuestionTerm[]): Sql {
  const isLong = ({ stem, surface }: QuestionTerm) =>
    surface.length >= prefixLengthMin && stem.length >= prefixLengthMin - 1;
  const searched = terms.map((term) => (isLong(term) ? term.stem : term.surface));
  return sql`
    select n, (case when is_long then to_tsquery('simple', '''' || regexp_replace(word, '\\s+', ''' <-> ''', 'g') || ''':*')
        else phraseto_tsquery('simple', word) || phraseto_tsquery('simple', word || 's') end) as query
      from (
        select (n - 1)::integer as n, trim(search_fold(word)) as word, is_long
          from unnest(${searched}::text[], ${terms.map(isLong)}::boolean[]) with ordinality as u (word, is_long, n)) s
     where word <> ''`;
}

/** The documents that contain a form of a term. */
export async function findLexical(db: Db, scope: Scope, terms: QuestionTerm[]): Promise<LexicalRow[]> {
  if (terms.length === 0) return [];
  return db.query<LexicalRow>(sql`
    select d.id, d.type, array_agg(t.n order by t.n) as terms
      from (${termQueries(terms)}) t
      cross join lateral (
        select d.id, d.type from search_documents d
         where d.workspace_id = ${scope.workspace_id} and d.project_id = ${scope.project_id}
           and d.type in ('segment', 'note', 'card', 'report', 'response')
           and ${inSources(scope)} and d.vector @@ t.query
         limit ${documentsPerTerm}) d
     group by d.id, d.type`);
}

/** Everyone who speaks in the transcripts, with what tells interviewers from participants. */
export async function listSpeakers(db: Db, scope: Scope): Promise<SpeakerRow[]> {
  return db.query<SpeakerRow>(sql`
    select 'file' as kind, c.file_id, f.name as file_name, c.speaker_id, coalesce(k.speaker ->> 'label', c.speaker_id) as label,
        k.speaker ->> 'role' as role, c.turns, c.prompts
      from (
        select s.file_id, s.speaker_id, count(*)::integer as turns,
            (count(*) filter (where right(s.text, 4) ~ '[?？؟]'))::integer as prompts
          from segments s
         where s.file_id in (select id from files where project_id = ${scope.project_id})
           and ${inFiles(scope.file_ids, sql`s.file_id`)}
         group by s.file_id, s.speaker_id) c
      join files f on f.id = c.file_id
      join transcripts t on t.file_id = c.file_id
      left join lateral (
        select speaker from jsonb_array_elements(t.speakers) as e (speaker)
         where speaker ->> 'id' = c.speaker_id limit 1) k on true
     order by f.created_at, f.id, c.speaker_id`);
}

export interface SegmentRow {
  kind: Source['kind'];
  id: string;
  /** The id of the file or of the response. */
  file_id: string;
  ordinal: number;
  speaker_id: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
  page: number | null;
  /** Null for a response. */
  revision: number | null;
  language: string | null;
  time_basis: 'media' | 'estimated';
}

/** How many segments before and after a hit are read. The question of an interviewer is before it. */
const neighbours = { before: 3, after: 3 };

/** The segments with these ids and their neighbours, with their position in the transcript. */
export async function readWithNeighbours(db: Db, segmentIds: string[]): Promise<SegmentRow[]> {
  if (segmentIds.length === 0) return [];
  return db.query<SegmentRow>(sql`
    with numbered as materialized (
      select s.id, s.file_id,
          (row_number() over (partition by s.file_id order by s.start_seconds, s.end_seconds, s.id))::integer as ordinal
        from segments s
       where s.file_id in (select file_id from segments where id = any(${segmentIds}::text[]))),
    wanted as (
      select distinct n.file_id, n.ordinal + o.n as ordinal
        from numbered n cross join generate_series(-${neighbours.before}::integer, ${neighbours.after}::integer) as o (n)
       where n.id = any(${segmentIds}::text[]))
    select 'file' as kind, s.id, s.file_id, n.ordinal, s.speaker_id, s.start_seconds, s.end_seconds, s.text, s.page, t.revision,
        t.language, t.time_basis
      from wanted w
      join numbered n on n.file_id = w.file_id and n.ordinal = w.ordinal
      join segments s on s.id = n.id
      join transcripts t on t.file_id = s.file_id
     order by s.file_id, n.ordinal`);
}

/** The longest segments of each speaker, for questions about the material as a whole. */
export async function sampleSegments(
  db: Db,
  scope: Scope,
  places: Places | undefined,
  limits: { perSpeaker: number; all: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from (
      select s.id, length(s.text) as length,
          row_number() over (partition by s.file_id, s.speaker_id order by length(s.text) desc, s.id) as n
        from segments s
       where s.file_id in (select id from files where project_id = ${scope.project_id})
         and ${inFiles(scope.file_ids, sql`s.file_id`)} and ${tagged(scope.tag_ids)} and ${spokenAt(places)}) s
     where n <= ${limits.perSpeaker} order by n, length desc, id limit ${limits.all}`);
  return rows.map(({ id }) => id);
}

/** The language of most transcripts and responses; null if it is not known. */
export async function readMaterialLanguage(db: Db, scope: MaterialScope): Promise<string | null> {
  const written = writtenIn(scope);
  const [row] = await db.query<{ language: string | null }>(sql`
    select m.language from (
      select t.language from transcripts t join files f on f.id = t.file_id
       where f.project_id = ${scope.project_id} and ${inFiles(scope.file_ids, sql`f.id`)}
      ${written ? sql`union all ${scope.responses.languages(written)}` : sql``}) m
     group by m.language order by count(*) desc, m.language limit 1`);
  return row?.language ?? null;
}

export interface RecordRow {
  id: string;
  type: RecordType;
  title: string | null;
  text: string;
}

const recordCharactersMax = 1_000;

export async function readRecords(db: Db, ids: string[]): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  return db.query<RecordRow>(sql`
    select id, type, title, left(body, ${recordCharactersMax}) as text from search_documents
     where id = any(${ids}::text[])`);
}

/** Whether there is anything to read: a segment or, without a selection of files, a note, card, report or response. */
export async function hasMaterial(db: Db, scope: Scope): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    select exists (
      select 1 from search_documents d
       where d.project_id = ${scope.project_id} and d.workspace_id = ${scope.workspace_id}
         and d.type in ('segment', 'note', 'card', 'report', 'response')
         and ${inSources(scope)}) as found`);
  return row?.found ?? false;
}
