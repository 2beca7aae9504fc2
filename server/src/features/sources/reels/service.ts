import { invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { isUnchanged } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { type ShareLinks, unshare } from '../../../platform/secret-box/share-links.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import { getProjectForWrite, lockProject, requireAccess } from '../../projects/index.ts';
import { findClipSpans } from '../clips/index.ts';
import { listedRecordingUrls, type RecordingPart, shareRecording, unmade } from '../made-recordings/index.ts';
import { durationOf, type NewReel, type ReelChange, toReel } from './schema.ts';
import { deleteReel, findReel, insertReel, type ReelPart, type ReelRow, saveReel } from './store.ts';

/** A reel is encoded again, which takes about as long as playing it. */
const reelSecondsMax = 2 * 3600;

export interface ReelDeps {
  tasks: TaskQueue;
  storage: Storage;
  links: ShareLinks;
}

export async function createReel(
  deps: ReelDeps,
  { db, principal, now }: Caller,
  projectId: string,
  input: NewReel,
): Promise<ReelRow> {
  return db.transaction(async (tx) => {
    await getProjectForWrite(tx, principal, projectId);
    const parts = partsOf(input.clip_ids, await findClipSpans(tx, projectId, input.clip_ids));
    if (durationOf(parts) > reelSecondsMax)
      throw invalidField('clip_ids', `must be at most ${reelSecondsMax / 3600} hours together.`);
    const reel: ReelRow = {
      id: newId('reel', now.getTime()),
      workspace_id: principal.workspace_id,
      project_id: projectId,
      name: input.name,
      description: input.description ?? null,
      captions: input.captions ?? false,
      ...unmade,
      created_by: principal.user_id,
      created_at: now,
      updated_at: now,
      parts,
    };
    await insertReel(tx, reel);
    await deps.tasks.add(tx, { kind: 'reel.join', workspace_id: reel.workspace_id, subject: reel.id });
    return reel;
  });
}

function partsOf(clipIds: string[], spans: Map<string, RecordingPart>): ReelPart[] {
  const faults = clipIds.flatMap((id, at) =>
    spans.has(id) ? [] : [{ field: `clip_ids.${at}`, message: 'is not a clip of this project.' }],
  );
  if (faults.length > 0) throw invalid(faults);
  return clipIds.map((clip_id) => ({ clip_id, ...(spans.get(clip_id) as RecordingPart) }));
}

export async function getReel(db: Db, principal: Researcher, reelId: string): Promise<ReelRow> {
  const reel = await findReel(db, principal, reelId);
  if (!reel) throw notFound('Reel');
  requireAccess(reel, principal, 'read');
  return reel;
}

async function getReelForWrite(tx: Db, principal: Researcher, reelId: string): Promise<ReelRow> {
  const reel = await findReel(tx, principal, reelId, sql`for no key update of r for key share of p`);
  if (!reel) throw notFound('Reel');
  requireAccess(reel, principal, 'write');
  return reel;
}

export async function changeReel({ db, principal, now }: Caller, reelId: string, change: ReelChange) {
  return db.transaction(async (tx) => {
    const before = await getReelForWrite(tx, principal, reelId);
    const after = { ...before, ...change, updated_at: now };
    if (isUnchanged(before, after)) return before;
    await saveReel(tx, after);
    return after;
  });
}

export async function removeReel(deps: ReelDeps, { db, principal }: Caller, reelId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Deleting a file deletes the reels that show it: the lock of the project keeps the two apart.
    await lockProject(tx, (await getReel(tx, principal, reelId)).project_id);
    await getReelForWrite(tx, principal, reelId);
    await deps.tasks.remove(tx, [reelId]);
    await deleteReel(tx, reelId);
  });
}

export async function shareReel({ links }: ReelDeps, { db, principal, now }: Caller, reelId: string) {
  return db.transaction(async (tx) => {
    const reel = await getReelForWrite(tx, principal, reelId);
    const shared = shareRecording(links, 'reel', reel, now);
    if (shared !== reel) await saveReel(tx, shared);
    return shared;
  });
}

export async function unshareReel({ db, principal, now }: Caller, reelId: string) {
  return db.transaction(async (tx) => {
    const reel = await getReelForWrite(tx, principal, reelId);
    const revoked = unshare(reel, now);
    if (revoked !== reel) await saveReel(tx, revoked);
    return revoked;
  });
}

/** A reel as lists and changes show it. */
export const listedReel = async (deps: Pick<ReelDeps, 'storage' | 'links'>, reel: ReelRow) =>
  toReel(reel, deps.links, await listedRecordingUrls(deps, reel));
