import { type ErrorDetail, invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { Registered } from '../../feature.ts';
import { findInProject, getProjectForWrite, requireAccess } from '../../projects/index.ts';
import {
  findTaggedTargets,
  findTaggingIds,
  findTagIdsOfTaggings,
  getTag,
  lockTags,
  removeTagging,
  setTaggingStatuses,
  targetTypes,
} from '../../tags/index.ts';
import type { NewTagging } from './schema.ts';
import { findTagging, type TaggingView } from './store.ts';
import { type TaggingInput, writeTaggings } from './write-taggings.ts';

export async function createTagging(
  recordsOf: Registered['recordsOf'],
  caller: Caller,
  tagId: string,
  input: NewTagging,
): Promise<TaggingView> {
  return caller.db.transaction(async (tx) => {
    const tag = await getTag({ ...caller, db: tx }, tagId, 'write', sql`for key share of p`);
    const [made] = await writeTaggings(recordsOf, tx, caller, tag.project_id, [{ ...input, tag_id: tagId }]);
    if (Array.isArray(made)) {
      if (made.some(({ field }) => field === 'tag_id')) throw notFound('Tag');
      throw invalid(made);
    }
    return made as TaggingView;
  });
}

/** A refused tagging does not affect the others. */
export async function createTaggings(
  recordsOf: Registered['recordsOf'],
  { db, principal, now }: Caller,
  projectId: string,
  inputs: TaggingInput[],
): Promise<(TaggingView | ErrorDetail[])[]> {
  return db.transaction(async (tx) => {
    await getProjectForWrite(tx, principal, projectId);
    return writeTaggings(recordsOf, tx, { principal, now }, projectId, inputs);
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
    const { project_id } = await lockTagOf(tx, caller, taggingId);
    const changed = await setTaggingStatuses(tx, project_id, [taggingId], status, caller.now);
    if (changed.length === 0) throw invalidField('status', notByAi);
    return getTagging({ ...caller, db: tx }, taggingId);
  });
}

const notByAi = 'Only a tagging that AI created can be suggested again.';

/** A refused tagging does not affect the others. */
export async function changeTaggings(
  { db, principal, now }: Caller,
  projectId: string,
  change: { tagging_ids: string[]; status: string },
): Promise<{ tagging_ids: string[]; errors: { tagging_id: string; message: string }[] }> {
  return db.transaction(async (tx) => {
    await getProjectForWrite(tx, principal, projectId);
    let locked = new Set<string>();
    for (;;) {
      const tagIds = await findTagIdsOfTaggings(tx, projectId, change.tagging_ids);
      if (tagIds.every((id) => locked.has(id))) break;
      locked = await lockTags(tx, projectId, tagIds);
    }
    const tagging_ids = await setTaggingStatuses(tx, projectId, change.tagging_ids, change.status, now);
    const changed = new Set(tagging_ids);
    const refused = [...new Set(change.tagging_ids)].filter((id) => !changed.has(id));
    const existing = new Set(await findTaggingIds(tx, projectId, refused));
    const errors = refused.map((tagging_id) => ({
      tagging_id,
      message: existing.has(tagging_id) ? notByAi : 'is not a tagging of this project.',
    }));
    return { tagging_ids, errors };
  });
}

export async function deleteTagging(caller: Caller, taggingId: string): Promise<void> {
  await caller.db.transaction(async (tx) => {
    await lockTagOf(tx, caller, taggingId);
    await removeTagging(tx, taggingId);
  });
}

/** Locks the tag before its tagging, like all writers. Repeats if a merge has moved the tagging to another tag. */
async function lockTagOf(tx: Db, { principal }: Caller, taggingId: string): Promise<TaggingView> {
  let locked: string | undefined;
  for (;;) {
    const tagging = await findTagging(tx, principal, taggingId);
    if (!tagging) throw notFound('Tagging');
    requireAccess(tagging, principal, 'write');
    if (tagging.tag_id === locked) return tagging;
    await lockTags(tx, tagging.project_id, [tagging.tag_id]);
    locked = tagging.tag_id;
  }
}

/**
 * A filter that names a record which the project does not contain is 404 (spec §1.9). A detached tagging may have a target
 * that no longer exists.
 */
export async function requireTargets(
  recordsOf: Registered['recordsOf'],
  db: Db,
  projectId: string,
  targetIds: string[],
): Promise<void> {
  const known = new Set(await findTaggedTargets(db, projectId, targetIds));
  for (const type of targetTypes) {
    const unknown = targetIds.filter((id) => !known.has(id));
    for (const { id } of await findInProject(db, recordsOf(type), projectId, unknown)) known.add(id);
  }
  if (targetIds.some((id) => !known.has(id))) throw notFound('Target');
}
