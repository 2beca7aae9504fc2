import { type ErrorDetail, invalid } from '../../foundation/errors.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { lockTags } from './store.ts';
import { newTagging } from './tagging-row.ts';
import { findTagIdsOnTarget, replaceWholeTaggings } from './tagging-store.ts';
import type { TargetType } from './targets.ts';

export interface TaggedRecord {
  type: TargetType;
  id: string;
  project_id: string;
  file_id: string | null;
}

/**
 * The tags that are not in the project, with their index in `tag_ids`. Does not lock the others: a record is written before its
 * tags are locked, by every request, and another order would be a deadlock. `setTags` checks them again.
 */
export async function findTagFaults(tx: Db, projectId: string, tagIds: string[]): Promise<ErrorDetail[]> {
  if (tagIds.length === 0) return [];
  const found = await tx.query<{ id: string }>(
    sql`select id from tags where id = any(${tagIds}::text[]) and project_id = ${projectId}`,
  );
  return faultsOfAbsent(tagIds, new Set(found.map(({ id }) => id)));
}

const faultsOfAbsent = (tagIds: string[], found: Set<string>): ErrorDetail[] =>
  tagIds.flatMap((id, i) =>
    found.has(id) ? [] : [{ field: `tag_ids.${i}`, message: 'is not a tag of this project.' }],
  );

/** Replaces the tags of a record. Refuses tags of other projects, with their index in `tag_ids`. */
export async function setTags(
  tx: Db,
  record: TaggedRecord,
  tagIds: string[],
  { created_by, now }: { created_by: string | null; now: Date },
): Promise<void> {
  const before = await findTagIdsOnTarget(tx, record.id);
  if (before.length === 0 && tagIds.length === 0) return;
  const found = await lockTags(tx, record.project_id, [...before, ...tagIds]);
  const faults = faultsOfAbsent(tagIds, found);
  if (faults.length > 0) throw invalid(faults);
  const rows = tagIds.map((tagId, place) => ({
    ...newTagging(
      { project_id: record.project_id, tag_id: tagId, target_type: record.type, target: record },
      now,
    ),
    place,
    created_by,
  }));
  await replaceWholeTaggings(tx, record.id, rows);
}
