import type { Emit } from '../../../events/index.ts';
import { invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, pgErrorCode, type Sql, sql } from '../../../platform/database/index.ts';
import { getProjectForWrite, lockProject, type Need, requireAccess } from '../../projects/index.ts';
import { type NewTag, type TagChange, toTag } from './schema.ts';
import {
  findTag,
  findTagByKey,
  insertTag,
  isBelow,
  lockFamily,
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

/** Makes the tag and tells `tag.created`, or finds the one that has the name: for whoever tags by name. */
export async function addTag(
  { emit }: TagDeps,
  tx: Db,
  { project, input, source, created_by, now }: TagToAdd,
): Promise<{ tag: TagRow; created: boolean }> {
  const tag: TagRow = {
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
  };
  if (!(await insertTag(tx, tag))) {
    const known = await findTagByKey(tx, project.id, tag.name_key);
    if (!known) throw nameTaken(); // it was renamed in this very moment
    return { tag: known, created: false };
  }
  await emit(tx, {
    type: 'tag.created',
    workspace_id: project.workspace_id,
    project_id: project.id,
    data: toTag(tag),
    at: now,
  });
  return { tag, created: true };
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
      // One at a time changes the shape of the tree: two could close a circle that neither sees.
      await lockProject(tx, project_id);
      await requireParent(tx, project_id, change.parent_id);
      if (await isBelow(tx, change.parent_id, tagId)) {
        throw invalidField('parent_id', 'is this tag or one below it: tags cannot form a circle.');
      }
    }
    const before = await getTag(inTx, tagId, 'write', forWrite);
    const after: TagRow = { ...before, ...change, updated_at: caller.now };
    after.name_key = nameKey(after.name);
    await saveTag(tx, after).catch((error: unknown) => {
      throw pgErrorCode(error) === '23505' ? nameTaken() : error;
    });
    return after;
  });
}

/** Its children move up to its parent; what carried it no longer does. */
export async function deleteTag(caller: Caller, tagId: string): Promise<void> {
  await caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const { project_id } = await getTag(inTx, tagId, 'write');
    await lockProject(tx, project_id);
    await lockFamily(tx, project_id, tagId);
    const tag = await getTag(inTx, tagId, 'write', sql`for key share of p`);
    await moveChildren(tx, tagId, tag.parent_id, caller.now);
    await removeTag(tx, tagId);
  });
}

/** All that carried the tag carries the other one, once; its children hang below the other; the tag is gone. */
export async function mergeTag(caller: Caller, tagId: string, intoTagId: string): Promise<TagRow> {
  const { now } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const { project_id } = await getTag(inTx, tagId, 'write');
    if (intoTagId === tagId) throw invalidField('into_tag_id', 'is the tag itself.');
    await lockProject(tx, project_id);
    const there = await lockFamily(tx, project_id, tagId, intoTagId);
    if (!there.has(tagId)) throw notFound('Tag');
    if (!there.has(intoTagId)) throw invalidField('into_tag_id', 'is not a tag of this project.');
    const from = await getTag(inTx, tagId, 'write');
    // The other one may lie below: it first takes the tag's place, else the children would close a circle.
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

/** Names that a reader takes for the same one are the same: case, width and spacing do not count. */
const nameKey = (name: string) => name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

const palette = ['#5B8DEF', '#9B6BDF', '#E0A13C', '#3FA66B', '#D9608A', '#3BA7B5', '#C7683B', '#7A8794'];

/** A colour of one's own for who names none, the same each time for the same name. */
function colorFor(name: string): string {
  let sum = 0;
  for (const character of nameKey(name)) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return palette[sum % palette.length] as string;
}
