import { invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { signedUrlMinutes } from '../../../foundation/limits.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { type ShareLinks, unshared } from '../../../platform/secret-box/share-links.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import { getProjectForWrite, requireAccess } from '../../projects/index.ts';
import { type ClipSpan, findClipSpans } from '../clips/index.ts';
import { thumbnailUrl } from '../files/index.ts';
import { durationOf, type NewReel, type ReelChange, type ReelUrls } from './schema.ts';
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
      status: 'processing',
      content_type: null,
      size_bytes: null,
      blob_key: null,
      thumbnail_key: null,
      ...unshared,
      error: null,
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

function partsOf(clipIds: string[], spans: Map<string, ClipSpan>): ReelPart[] {
  const faults = clipIds.flatMap((id, at) =>
    spans.has(id) ? [] : [{ field: `clip_ids[${at}]`, message: 'is not a clip of this project.' }],
  );
  if (faults.length > 0) throw invalid(faults);
  return clipIds.map((clip_id) => ({ clip_id, ...(spans.get(clip_id) as ClipSpan) }));
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
    const after = { ...(await getReelForWrite(tx, principal, reelId)), ...change, updated_at: now };
    await saveReel(tx, after);
    return after;
  });
}

export async function removeReel(deps: ReelDeps, { db, principal }: Caller, reelId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await getReelForWrite(tx, principal, reelId);
    await deps.tasks.remove(tx, [reelId]);
    await deleteReel(tx, reelId);
  });
}

/** Creates a link that cannot be guessed. Idempotent: a shared reel keeps its link. */
export async function shareReel({ links }: ReelDeps, { db, principal, now }: Caller, reelId: string) {
  return db.transaction(async (tx) => {
    const reel = await getReelForWrite(tx, principal, reelId);
    if (reel.share_hash) return reel;
    if (reel.status !== 'ready')
      throw invalidField('reel_id', `This reel is ${reel.status}; only a ready reel can be shared.`);
    const shared = { ...reel, ...links.issue(reel.id), updated_at: now };
    await saveReel(tx, shared);
    return shared;
  });
}

export async function unshareReel({ db, principal, now }: Caller, reelId: string) {
  return db.transaction(async (tx) => {
    const reel = await getReelForWrite(tx, principal, reelId);
    const revoked = { ...reel, ...unshared, updated_at: reel.share_hash ? now : reel.updated_at };
    await saveReel(tx, revoked);
    return revoked;
  });
}

export async function signedReelUrls({ storage }: ReelDeps, reel: ReelRow, now: Date): Promise<ReelUrls> {
  return {
    download_url:
      reel.blob_key === null
        ? null
        : await storage.signUrl({
            key: reel.blob_key,
            expiresAt: new Date(now.getTime() + signedUrlMinutes * 60_000),
            filename: reelFilename(reel),
            contentType: reel.content_type ?? 'video/mp4',
            disposition: 'inline',
          }),
    thumbnail_url: await thumbnailUrl({ storage }, reel),
  };
}

export const reelFilename = (reel: ReelRow) =>
  `${reel.name}.${reel.content_type === 'audio/mp4' ? 'm4a' : 'mp4'}`;
