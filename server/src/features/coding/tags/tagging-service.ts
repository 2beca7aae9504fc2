import { type ErrorDetail, invalid, notFound } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { getProjectForWrite, requireAccess } from '../../projects/index.ts';
import { getTag } from './service.ts';
import { lockTags } from './store.ts';
import type { NewTagging } from './tagging-schema.ts';
import {
  findTagging,
  findTagIdsOnTarget,
  removeTagging,
  replaceWholeTaggings,
  setTaggingStatus,
  type TaggingView,
} from './tagging-store.ts';
import type { TaggableTypes, TargetType } from './targets.ts';
import { newTagging, type TaggingToMake, writeTaggings } from './write-taggings.ts';

export async function createTagging(
  types: TaggableTypes,
  caller: Caller,
  tagId: string,
  input: NewTagging,
): Promise<TaggingView> {
  return caller.db.transaction(async (tx) => {
    const tag = await getTag({ ...caller, db: tx }, tagId, 'write', sql`for key share of p`);
    const [made] = await writeTaggings(types, tx, caller, tag.project_id, [{ ...input, tag_id: tagId }]);
    if (Array.isArray(made)) {
      if (made.some(({ field }) => field === 'tag_id')) throw notFound('Tag');
      throw invalid(made);
    }
    return made as TaggingView;
  });
}

/** Each by itself: one that is refused does not keep the others from being made. */
export async function createTaggings(
  types: TaggableTypes,
  { db, principal, now }: Caller,
  projectId: string,
  inputs: TaggingToMake[],
): Promise<(TaggingView | ErrorDetail[])[]> {
  return db.transaction(async (tx) => {
    await getProjectForWrite(tx, principal, projectId);
    return writeTaggings(types, tx, { principal, now }, projectId, inputs);
  });
}

export async function getTagging({ db, principal }: Caller, taggingId: string): Promise<TaggingView> {
  const tagging = await findTagging(db, principal, taggingId);
  if (!tagging) throw notFound('Tagging');
  requireAccess(tagging, principal, 'read');
  return tagging;
}

export async function changeTagging(caller: Caller, taggingId: string, status: string): Promise<TaggingView> {
  return caller.db.transaction(async (tx) => {
    await lockTagOf(tx, caller, taggingId);
    await setTaggingStatus(tx, taggingId, status, caller.now);
    return getTagging({ ...caller, db: tx }, taggingId);
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
