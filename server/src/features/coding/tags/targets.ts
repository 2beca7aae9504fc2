import { type ErrorDetail, invalid } from '../../../foundation/errors.ts';
import { type IdKind, isId } from '../../../foundation/ids.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

/** Types of records that can have a tag (spec §5.2). */
export const targetTypes = ['file', 'segment', 'note', 'card', 'clip', 'response'] as const;
export type TargetType = (typeof targetTypes)[number];

/**
 * Where the things live that a tag, a note or a card may point at: each a query of id, project_id and file_id (the
 * file they are part of, if any). A kind without a line here does not exist yet, so no reference to it is valid.
 */
const homes: Partial<Record<IdKind, Sql>> = {
  note: sql`select id, project_id, file_id from notes`,
  card: sql`select id, project_id, null::text as file_id from cards`,
  file: sql`select id, project_id, id as file_id from files`,
  segment: sql`select id, project_id, file_id from segments`,
  clip: sql`select id, project_id, file_id from clips`,
  tag: sql`select id, project_id, null::text as file_id from tags`,
};

export interface Found {
  id: string;
  project_id: string;
  file_id: string | null;
}

/** The file of each of these, without a lock: for a caller that locks files before what is part of them. */
export async function findFileIds(
  db: Db,
  kind: IdKind,
  projectId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const home = homes[kind];
  if (!home || ids.length === 0) return new Map();
  const rows = await db.query<Found>(
    sql`select t.* from (${home}) t where t.id = any(${ids}::text[]) and t.project_id = ${projectId}`,
  );
  return new Map(rows.flatMap(({ id, file_id }) => (file_id === null ? [] : [[id, file_id]])));
}

export interface ClipPlace {
  file_id: string;
  start_seconds: number;
  end_seconds: number;
}

/** Where these clips are cut from, without a lock, as above. */
export async function findClipPlaces(
  db: Db,
  projectId: string,
  ids: string[],
): Promise<Map<string, ClipPlace>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<ClipPlace & { id: string }>(sql`
    select id, file_id, start_seconds, end_seconds from clips
     where id = any(${ids}::text[]) and project_id = ${projectId}`);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** The ones of these ids that exist in the project, held so that they can't go before the caller commits. */
export async function findInProject(
  db: Db,
  kind: IdKind,
  projectId: string,
  ids: string[],
): Promise<Found[]> {
  const home = homes[kind];
  const possible = [...new Set(ids)].filter((id) => isId(kind, id));
  if (!home || possible.length === 0) return [];
  return db.query<Found>(
    sql`select t.* from (${home}) t
         where t.id = any(${possible}::text[]) and t.project_id = ${projectId} order by t.id for key share of t`,
  );
}

/** Why no such id was found: it is none, or there can be none yet. */
export function describeAbsence(kind: IdKind): string {
  return homes[kind]
    ? `is not a ${kind} of this project.`
    : `can't be a ${kind} yet: this version of Parley has no ${kind}s.`;
}

export interface Reference {
  /** Where the caller wrote it: `file_id`, `evidence.2.clip_id`. */
  field: string;
  kind: IdKind;
  id: string | null | undefined;
}

/** Refuses references to what is not in the project, a row of details for each. */
export async function requireReferences(db: Db, projectId: string, references: Reference[]): Promise<void> {
  const faults = await findReferenceFaults(db, projectId, references);
  if (faults.length > 0) throw invalid(faults);
}

/** The same, for a caller that has faults of its own to tell along. */
export async function findReferenceFaults(
  db: Db,
  projectId: string,
  references: Reference[],
): Promise<ErrorDetail[]> {
  const faults: ErrorDetail[] = [];
  const given = references.filter((reference) => typeof reference.id === 'string');
  for (const kind of new Set(given.map((reference) => reference.kind))) {
    const ofKind = given.filter((reference) => reference.kind === kind);
    const found = await findInProject(
      db,
      kind,
      projectId,
      ofKind.map((reference) => reference.id as string),
    );
    const known = new Set(found.map((row) => row.id));
    for (const { field, id } of ofKind) {
      if (!known.has(id as string)) faults.push({ field, message: describeAbsence(kind) });
    }
  }
  return faults;
}
