import { invalid, invalidField, notFound } from '../../foundation/errors.ts';
import { newId } from '../../foundation/ids.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { type Caller, requireAccess } from '../projects/index.ts';
import { findPlaceFaults, spanFaults } from './places.ts';
import { getTag } from './service.ts';
import { lockTags } from './store.ts';
import type { NewTagging } from './tagging-schema.ts';
import {
  findTagging,
  findTagIdsOnTarget,
  insertTaggings,
  removeTagging,
  replaceWholeTaggings,
  setTaggingStatus,
  type TaggingRow,
} from './tagging-store.ts';
import { describeAbsence, findInProject, type TargetType } from './targets.ts';

export async function createTagging(caller: Caller, tagId: string, input: NewTagging): Promise<TaggingRow> {
  const { principal, now } = caller;
  const faults = spanFaults(input);
  if (faults.length > 0) throw invalid(faults);
  return caller.db.transaction(async (tx) => {
    const tag = await getTag({ ...caller, db: tx }, tagId, 'write', sql`for key share of p`);
    // The thing before its tag: the order of all who lock both.
    const [target] = await findInProject(tx, input.target_type, tag.project_id, [input.target_id]);
    if (!target) throw invalidField('target_id', describeAbsence(input.target_type));
    const outside = await findPlaceFaults(tx, tag.project_id, [{ file_id: target.file_id, span: input }]);
    if (outside.length > 0) throw invalid(outside);
    if (!(await lockTags(tx, tag.project_id, [tagId])).has(tagId)) throw notFound('Tag');
    const [made] = await insertTaggings(tx, [
      {
        ...newTagging(tag.project_id, tagId, input.target_type, target, now),
        start_seconds: input.start_seconds ?? null,
        end_seconds: input.end_seconds ?? null,
        quote: input.quote ?? null,
        created_by: principal.user_id,
      },
    ]);
    if (!made) throw invalidField('target_id', 'carries this tag already, at this very place.');
    return made;
  });
}

export async function getTagging({ db, principal }: Caller, taggingId: string): Promise<TaggingRow> {
  const tagging = await findTagging(db, principal, taggingId);
  if (!tagging) throw notFound('Tagging');
  requireAccess(tagging, principal, 'read');
  return tagging;
}

export async function changeTagging(caller: Caller, taggingId: string, status: string): Promise<TaggingRow> {
  return caller.db.transaction(async (tx) => {
    await lockTagOf(tx, caller, taggingId);
    const [row] = await setTaggingStatus(tx, taggingId, status, caller.now);
    if (!row) throw notFound('Tagging');
    return row;
  });
}

export async function deleteTagging(caller: Caller, taggingId: string): Promise<void> {
  await caller.db.transaction(async (tx) => {
    await lockTagOf(tx, caller, taggingId);
    await removeTagging(tx, taggingId);
  });
}

/** The tag is locked before its tagging, as all writers do; a merge may hand the tagging to another tag meanwhile. */
async function lockTagOf(tx: Db, { principal }: Caller, taggingId: string): Promise<void> {
  let locked: string | undefined;
  for (;;) {
    const tagging = await findTagging(tx, principal, taggingId);
    if (!tagging) throw notFound('Tagging');
    requireAccess(tagging, principal, 'write');
    if (tagging.tag_id === locked) return;
    await lockTags(tx, tagging.project_id, [tagging.tag_id]);
    locked = tagging.tag_id;
  }
}

export interface TagBearer {
  type: TargetType;
  id: string;
  project_id: string;
  file_id: string | null;
}

/** Gives a record these tags and no others. A tag that is not of its project is refused by its place. */
export async function setTags(
  tx: Db,
  bearer: TagBearer,
  tagIds: string[],
  { created_by, now }: { created_by: string | null; now: Date },
): Promise<void> {
  const before = await findTagIdsOnTarget(tx, bearer.id);
  if (before.length === 0 && tagIds.length === 0) return;
  const there = await lockTags(tx, bearer.project_id, [...before, ...tagIds]);
  const faults = tagIds.flatMap((id, i) =>
    there.has(id) ? [] : [{ field: `tag_ids.${i}`, message: 'is not a tag of this project.' }],
  );
  if (faults.length > 0) throw invalid(faults);
  const rows = tagIds.map((tagId, place) => ({
    ...newTagging(bearer.project_id, tagId, bearer.type, bearer, now),
    place,
    created_by,
  }));
  await replaceWholeTaggings(tx, bearer.id, rows);
}

const newTagging = (
  projectId: string,
  tagId: string,
  targetType: TargetType,
  target: { id: string; file_id: string | null },
  now: Date,
): TaggingRow => ({
  id: newId('tagging', now.getTime()),
  project_id: projectId,
  tag_id: tagId,
  target_type: targetType,
  target_id: target.id,
  file_id: targetType === 'file' ? target.id : target.file_id,
  start_seconds: null,
  end_seconds: null,
  quote: null,
  place: 0,
  source: 'manual',
  confidence: null,
  status: 'accepted',
  job_id: null,
  created_by: null,
  created_at: now,
  updated_at: now,
});
