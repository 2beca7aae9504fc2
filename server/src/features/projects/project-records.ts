import { type ErrorDetail, invalid } from '../../foundation/errors.ts';
import { type IdKind, isId } from '../../foundation/ids.ts';
import { type Db, type Sql, sql } from '../../platform/database/index.ts';

/** A type of record that belongs to a project and that other records may refer to. */
export interface ProjectRecords {
  kind: IdKind;
  /**
   * Selects id, project_id and file_id (the file that the record is part of, or null). Undefined if this version of
   * Parley has no such records yet.
   */
  rows?: Sql;
}

export interface ProjectRecord {
  id: string;
  project_id: string;
  file_id: string | null;
}

/** Finds which of these ids exist in the project, and locks them so that they still exist when the caller commits. */
export async function findInProject(
  db: Db,
  { kind, rows }: ProjectRecords,
  projectId: string,
  ids: string[],
): Promise<ProjectRecord[]> {
  const possible = [...new Set(ids)].filter((id) => isId(kind, id));
  if (!rows || possible.length === 0) return [];
  return db.query<ProjectRecord>(
    sql`select t.* from (${rows}) t
         where t.id = any(${possible}::text[]) and t.project_id = ${projectId} order by t.id for key share of t`,
  );
}

/** Finds the file of each record without locking it, for callers that must lock files before their parts. */
export async function findFileIds(
  db: Db,
  { rows }: ProjectRecords,
  projectId: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (!rows || ids.length === 0) return new Map();
  const found = await db.query<ProjectRecord>(
    sql`select t.* from (${rows}) t where t.id = any(${ids}::text[]) and t.project_id = ${projectId}`,
  );
  return new Map(found.flatMap(({ id, file_id }) => (file_id === null ? [] : [[id, file_id]])));
}

/** The message for an id without a record: it is not in the project, or such records do not exist yet. */
export const describeAbsence = ({ kind, rows }: ProjectRecords): string =>
  rows
    ? `is not a ${kind} of this project.`
    : `cannot be a ${kind} yet: this version of Parley has no ${kind}s.`;

export interface Reference {
  /** The field of the request that contains the id, such as `file_id` or `evidence.2.clip_id`. */
  field: string;
  records: ProjectRecords;
  id: string | null | undefined;
}

/** Refuses references to records that are not in the project, with one entry in `details` for each. */
export async function requireReferences(db: Db, projectId: string, references: Reference[]): Promise<void> {
  const faults = await findReferenceFaults(db, projectId, references);
  if (faults.length > 0) throw invalid(faults);
}

/** Like `requireReferences`, for callers that report these faults together with others. */
export async function findReferenceFaults(
  db: Db,
  projectId: string,
  references: Reference[],
): Promise<ErrorDetail[]> {
  const faults: ErrorDetail[] = [];
  const given = references.filter((reference) => typeof reference.id === 'string');
  for (const records of new Set(given.map((reference) => reference.records))) {
    const named = given.filter((reference) => reference.records === records);
    const found = await findInProject(
      db,
      records,
      projectId,
      named.map((reference) => reference.id as string),
    );
    const known = new Set(found.map((row) => row.id));
    for (const { field, id } of named) {
      if (!known.has(id as string)) faults.push({ field, message: describeAbsence(records) });
    }
  }
  return faults;
}
