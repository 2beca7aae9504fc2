import { type ErrorDetail, forbidden, invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { isUnchanged } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type { Registered } from '../../feature.ts';
import { findReferenceFaults, getProjectForWrite, type Need, requireAccess } from '../../projects/index.ts';
import type { CommentChange, NewComment } from './schema.ts';
import {
  type CommentRow,
  findComment,
  findReaders,
  insertComment,
  removeComment,
  saveComment,
} from './store.ts';

export async function createComment(
  recordsOf: Registered['recordsOf'],
  caller: Caller,
  projectId: string,
  input: NewComment,
): Promise<CommentRow> {
  const { db, principal, now } = caller;
  requireAnchor(input);
  return db.transaction(async (tx) => {
    await getProjectForWrite(tx, principal, projectId);
    const { target_type, target_id, anchor = {}, mentions = [], parent_id = null } = input;
    const faults = [
      ...(await findReferenceFaults(tx, projectId, [
        { field: 'target_id', records: recordsOf(target_type), id: target_id },
        { field: 'anchor.segment_id', records: recordsOf('segment'), id: anchor.segment_id },
      ])),
      ...(await findMentionFaults(tx, projectId, mentions)),
      ...(await findParentFaults({ ...caller, db: tx }, projectId, input)),
    ];
    if (faults.length > 0) throw invalid(faults);
    const comment: CommentRow = {
      id: newId('comment', now.getTime()),
      project_id: projectId,
      target_type,
      target_id,
      citation_id: anchor.citation_id ?? null,
      segment_id: anchor.segment_id ?? null,
      start_seconds: anchor.start_seconds ?? null,
      excerpt: anchor.excerpt ?? null,
      body: input.body,
      mentions,
      parent_id,
      resolved_at: null,
      resolved_by: null,
      created_by: principal.user_id,
      created_at: now,
      updated_at: now,
    };
    await insertComment(tx, comment);
    return comment;
  });
}

/** A place in a record: one of the four, of a type of record that has it. */
function requireAnchor({ anchor, target_type }: NewComment): void {
  if (anchor === undefined) return;
  const given = Object.keys(anchor) as (keyof typeof anchor)[];
  if (given.length !== 1)
    throw invalidField(
      'anchor',
      'must have exactly one of citation_id, segment_id, start_seconds and excerpt.',
    );
  const places = {
    citation_id: ['report'],
    segment_id: ['file'],
    start_seconds: ['file', 'clip'],
    excerpt: ['report'],
  };
  for (const field of given)
    if (!places[field].includes(target_type))
      throw invalidField(`anchor.${field}`, `is a place in a ${places[field].join(' or ')}.`);
}

async function findMentionFaults(tx: Db, projectId: string, mentions: string[]): Promise<ErrorDetail[]> {
  if (mentions.length === 0) return [];
  const readers = await findReaders(tx, projectId, mentions);
  return mentions.flatMap((id, at) =>
    readers.has(id)
      ? []
      : [{ field: `mentions.${at}`, message: 'is not a member who may read this project.' }],
  );
}

/** A reply is about the record of its thread, and has no replies itself. */
async function findParentFaults(
  { db, principal }: Caller,
  projectId: string,
  { parent_id, target_id }: NewComment,
): Promise<ErrorDetail[]> {
  if (parent_id === undefined) return [];
  const parent = await findComment(db, principal, parent_id, sql`for key share of c`);
  const message =
    parent?.project_id !== projectId || parent.target_id !== target_id
      ? 'is not a comment about this record.'
      : parent.parent_id !== null
        ? 'is a reply: reply to the first comment of the thread.'
        : undefined;
  return message ? [{ field: 'parent_id', message }] : [];
}

export async function getComment(
  { db, principal }: Caller,
  commentId: string,
  need: Need = 'read',
  lock: Sql = sql``,
) {
  const comment = await findComment(db, principal, commentId, lock);
  if (!comment) throw notFound('Comment');
  requireAccess(comment, principal, need);
  return comment;
}

const forChange = sql`for no key update of c for key share of p`;

/** Only its author changes a comment. */
export async function changeComment(
  caller: Caller,
  commentId: string,
  change: CommentChange,
): Promise<CommentRow> {
  return caller.db.transaction(async (tx) => {
    const before = await getComment({ ...caller, db: tx }, commentId, 'write', forChange);
    if (before.created_by !== caller.principal.user_id)
      throw forbidden('Only its author can change a comment.');
    // Members who were mentioned before may have lost the access since.
    const added = (change.mentions ?? []).filter((id) => !before.mentions.includes(id));
    const faults = await findMentionFaults(tx, before.project_id, added);
    if (faults.length > 0) throw invalid(faults);
    const after: CommentRow = { ...before, ...change, updated_at: caller.now };
    if (isUnchanged(before, after)) return before;
    await saveComment(tx, after);
    return after;
  });
}

/** Resolves or reopens a thread. Repeating it changes nothing. */
export async function setResolved(
  caller: Caller,
  commentId: string,
  isResolved: boolean,
): Promise<CommentRow> {
  return caller.db.transaction(async (tx) => {
    const before = await getComment({ ...caller, db: tx }, commentId, 'write', forChange);
    if (before.parent_id !== null)
      throw invalidField('commentId', 'This is a reply: resolve the first comment of its thread.');
    if ((before.resolved_at !== null) === isResolved) return before;
    const after: CommentRow = {
      ...before,
      resolved_at: isResolved ? caller.now : null,
      resolved_by: isResolved ? caller.principal.user_id : null,
      updated_at: caller.now,
    };
    await saveComment(tx, after);
    return after;
  });
}

/** Its author and the owner of the project delete a comment, with its replies. */
export async function deleteComment(caller: Caller, commentId: string): Promise<void> {
  const { user_id } = caller.principal;
  await caller.db.transaction(async (tx) => {
    const comment = await getComment({ ...caller, db: tx }, commentId, 'write', sql`for update of c`);
    if (comment.created_by !== user_id && comment.owner_id !== user_id)
      throw forbidden('Only its author and the owner of the project can delete a comment.');
    await removeComment(tx, commentId);
  });
}
