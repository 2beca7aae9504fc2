import type { Emit } from '../../events/index.ts';
import { invalidField, notFound } from '../../foundation/errors.ts';
import { newId } from '../../foundation/ids.ts';
import { isUnchanged } from '../../foundation/versions.ts';
import type { Caller } from '../../http/route.ts';
import { type Db, pgErrorCode, type Sql, sql } from '../../platform/database/index.ts';
import { getProjectForWrite, lockProject, type Need, requireAccess } from '../projects/index.ts';
import { nameKey } from './name-key.ts';
import { type NewTag, type TagChange, toTag } from './schema.ts';
import {
  findTag,
  findTagByKey,
  insertTag,
  isBelow,
  lockTagAndChildren,
  moveChildren,
  removeTag,
  saveTag,
  type TagRow,
} from './store.ts';
import { moveTaggings } from './tagging-store.ts';

export interface TagDeps {
  emit: Emit;
}

export async function createTag(
  deps: TagDeps,
  { db, principal, now }: Caller,
  projectId: string,
  input: NewTag,
): Promise<TagRow> {
  return db.transaction(async (tx) => {
    const project = await getProjectForWrite(tx, principal, projectId);
    if (input.parent_id != null) {
      await lockProject(tx, projectId);
      await requireParent(tx, projectId, input.parent_id);
    }
    const made = await addTag(deps, tx, {
      project,
      input,
      source: 'manual',
      created_by: principal.user_id,
      now,
    });
    if (!made.created) throw nameTaken();
    return made.tag;
  });
}

interface TagToAdd {
  project: { id: string; workspace_id: string };
  input: NewTag;
  source: TagRow['source'];
  created_by: string | null;
  now: Date;
}

/** Creates the tag and emits `tag.created`, or returns the existing tag with that name. */
export async function addTag(
  { emit }: TagDeps,
  tx: Db,
  { project, input, source, created_by, now }: TagToAdd,
): Promise<{ tag: TagRow; created: boolean }> {
  const tag = newTag({ project, input, source, created_by, now });
  if (!(await insertTag(tx, tag))) {
    const known = await findTagByKey(tx, project.id, tag.name_key);
    if (!known) throw nameTaken(); // a concurrent request renamed it
    return { tag: known, created: false };
  }
  await emitCreated({ emit }, tx, project.workspace_id, tag);
  return { tag, created: true };
}

export const newTag = ({ project, input, source, created_by, now }: TagToAdd): TagRow => ({
  id: newId('tag', now.getTime()),
  project_id: project.id,
  name: input.name,
  name_key: nameKey(input.name),
  description: input.description ?? null,
  color: input.color ?? colorFor(input.name),
  parent_id: input.parent_id ?? null,
  usage_count: 0,
  source,
  created_by,
  created_at: now,
  updated_at: now,
});

export async function emitCreated(
  { emit }: TagDeps,
  tx: Db,
  workspaceId: string,
  tag: TagRow,
): Promise<void> {
  await emit(tx, {
    type: 'tag.created',
    workspace_id: workspaceId,
    project_id: tag.project_id,
    data: toTag(tag),
    at: tag.created_at,
  });
}

export async function getTag(
  { db, principal }: Caller,
  tagId: string,
  need: Need = 'read',
  lock: Sql = sql``,
) {
  const tag = await findTag(db, principal, tagId, lock);
  if (!tag) throw notFound('Tag');
  requireAccess(tag, principal, need);
  return tag;
}

const forWrite = sql`for no key update of t for key share of p`;

export async function changeTag(caller: Caller, tagId: string, change: TagChange): Promise<TagRow> {
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const { project_id } = await getTag(inTx, tagId, 'write');
    if (change.parent_id != null) {
      // Serializes changes of the tree: two concurrent ones could form a cycle that neither sees.
      await lockProject(tx, project_id);
      await requireParent(tx, project_id, change.parent_id);
      if (await isBelow(tx, change.parent_id, tagId)) {
        throw invalidField('parent_id', 'is this tag or one of its descendants: tags cannot form a cycle.');
      }
    }
    const before = await getTag(inTx, tagId, 'write', forWrite);
    const after: TagRow = { ...before, ...change, updated_at: caller.now };
    after.name_key = nameKey(after.name);
    if (isUnchanged(before, after)) return before;
    await saveTag(tx, after).catch((error: unknown) => {
      throw pgErrorCode(error) === '23505' ? nameTaken() : error;
    });
    return after;
  });
}

/** Moves the children of the tag to its parent and deletes its taggings. */
export async function deleteTag(caller: Caller, tagId: string): Promise<void> {
  await caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const { project_id } = await getTag(inTx, tagId, 'write');
    await lockProject(tx, project_id);
    await lockTagAndChildren(tx, project_id, tagId);
    const tag = await getTag(inTx, tagId, 'write', sql`for key share of p`);
    await moveChildren(tx, tagId, tag.parent_id, caller.now);
    await removeTag(tx, tagId);
  });
}

/** Moves taggings and children to the other tag, merges equal taggings and deletes the tag. */
export async function mergeTag(caller: Caller, tagId: string, intoTagId: string): Promise<TagRow> {
  const { now } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const { project_id } = await getTag(inTx, tagId, 'write');
    if (intoTagId === tagId) throw invalidField('into_tag_id', 'is the tag itself.');
    await lockProject(tx, project_id);
    const found = await lockTagAndChildren(tx, project_id, tagId, intoTagId);
    if (!found.has(tagId)) throw notFound('Tag');
    if (!found.has(intoTagId)) throw invalidField('into_tag_id', 'is not a tag of this project.');
    const from = await getTag(inTx, tagId, 'write');
    // If the other tag is a descendant, it first gets the parent of this tag. Otherwise the children would form a cycle.
    if (await isBelow(tx, intoTagId, tagId)) {
      const into = await getTag(inTx, intoTagId);
      await saveTag(tx, { ...into, parent_id: from.parent_id, updated_at: now });
    }
    await moveChildren(tx, tagId, intoTagId, now);
    await moveTaggings(tx, tagId, intoTagId, now);
    await removeTag(tx, tagId);
    return getTag(inTx, intoTagId);
  });
}

async function requireParent(tx: Db, projectId: string, parentId: string): Promise<void> {
  const rows = await tx.query(
    sql`select 1 from tags where id = ${parentId} and project_id = ${projectId} for key share`,
  );
  if (rows.length === 0) throw invalidField('parent_id', 'is not a tag of this project.');
}

const nameTaken = () => invalidField('name', 'is taken by another tag of this project.');

const palette = ['#5B8DEF', '#9B6BDF', '#E0A13C', '#3FA66B', '#D9608A', '#3BA7B5', '#C7683B', '#7A8794'];

/** The default color: the same name always gets the same color. */
function colorFor(name: string): string {
  let sum = 0;
  for (const character of nameKey(name)) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return palette[sum % palette.length] as string;
}
