import { type ErrorDetail, invalid, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { isUnchanged } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { type ShareLinks, unshare } from '../../../platform/secret-box/share-links.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import { getProjectForAddition, lockProject, requireAccess } from '../../projects/index.ts';
import { findTagFaults, setTags } from '../../tags/index.ts';
import { endToleranceSeconds, type FileRow, findFileById, spanFaults } from '../files/index.ts';
import { listedRecordingUrls, shareRecording, unmade } from '../made-recordings/index.ts';
import { type ClipChange, type NewClip, toClip } from './schema.ts';
import {
  type ClipRow,
  type ClipWithAccess,
  deleteClip,
  findClip,
  findClipById,
  insertClip,
  saveClip,
} from './store.ts';

/** A shorter clip may contain no frame of a recording with a low frame rate. */
const clipSecondsMin = 0.1;
/** A clip is encoded again, which takes about as long as playing it. */
const clipSecondsMax = 2 * 3600;

export interface ClipDeps {
  tasks: TaskQueue;
  storage: Storage;
  links: ShareLinks;
}

export async function createClip(
  deps: ClipDeps,
  { db, principal, now }: Caller,
  projectId: string,
  input: NewClip,
) {
  const faults = findSpanFaults(input);
  return db.transaction(async (tx) => {
    await getProjectForAddition(tx, principal, projectId).catch((error: unknown) => {
      // An invalid request is 422 even if the project does not exist (spec §1.5).
      throw faults.length > 0 ? invalid(faults) : error;
    });
    const file = await findFileById(tx, input.file_id, sql`for key share`);
    const fileFaults = findFileFaults(file?.project_id === projectId ? file : undefined, input);
    // One fault per field: times that are wrong in themselves are not also compared with the file.
    faults.push(...fileFaults.filter(({ field }) => field === 'file_id' || faults.length === 0));
    faults.push(...(await findTagFaults(tx, projectId, input.tag_ids ?? [])));
    if (faults.length > 0) throw invalid(faults);
    const clip: ClipRow = {
      id: newId('clip', now.getTime()),
      workspace_id: principal.workspace_id,
      project_id: projectId,
      file_id: input.file_id,
      name: input.name,
      description: input.description ?? null,
      start_seconds: input.start_seconds,
      end_seconds: input.end_seconds,
      captions: input.captions ?? false,
      ...unmade,
      created_by: principal.user_id,
      created_at: now,
      updated_at: now,
      transcript_text: null,
      speaker: null,
      tag_ids: input.tag_ids ?? [],
    };
    await insertClip(tx, clip);
    await setTags(tx, toTaggedRecord(clip), clip.tag_ids, { created_by: principal.user_id, now });
    await deps.tasks.add(tx, { kind: 'clip.cut', workspace_id: clip.workspace_id, subject: clip.id });
    return getById(tx, clip.id);
  });
}

export async function getClip(db: Db, principal: Researcher, clipId: string): Promise<ClipWithAccess> {
  const clip = await findClip(db, principal, clipId);
  if (!clip) throw notFound('Clip');
  requireAccess(clip, principal, 'read');
  return clip;
}

async function getClipForWrite(tx: Db, principal: Researcher, clipId: string): Promise<ClipWithAccess> {
  const clip = await findClip(tx, principal, clipId, sql`for no key update of c for key share of p`);
  if (!clip) throw notFound('Clip');
  requireAccess(clip, principal, 'write');
  return clip;
}

export async function changeClip(
  deps: ClipDeps,
  { db, principal, now }: Caller,
  clipId: string,
  change: ClipChange,
) {
  return db.transaction(async (tx) => {
    const before = await getClipForWrite(tx, principal, clipId);
    if (isUnchanged(before, { ...before, ...change })) return before;
    const { tag_ids, ...rest } = change;
    const after: ClipRow = { ...before, ...rest, updated_at: now };
    const needsCut =
      after.start_seconds !== before.start_seconds ||
      after.end_seconds !== before.end_seconds ||
      after.captions !== before.captions;
    if (needsCut) {
      const faults = findSpanFaults(after);
      if (faults.length === 0) faults.push(...findFileFaults(await findFileById(tx, before.file_id), after));
      if (faults.length > 0) throw invalid(faults);
      after.status = 'processing';
      after.error = null;
      // A running cut has the old times. Without its task it cannot write its result.
      await deps.tasks.remove(tx, [clipId]);
      await deps.tasks.add(tx, { kind: 'clip.cut', workspace_id: before.workspace_id, subject: clipId });
    }
    await saveClip(tx, after);
    if (tag_ids) await setTags(tx, toTaggedRecord(after), tag_ids, { created_by: principal.user_id, now });
    return getById(tx, clipId);
  });
}

export async function removeClip(deps: ClipDeps, { db, principal }: Caller, clipId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProject(tx, (await getClip(tx, principal, clipId)).project_id);
    await getClipForWrite(tx, principal, clipId);
    await deps.tasks.remove(tx, [clipId]);
    await deleteClip(tx, clipId);
  });
}

export async function shareClip(
  { links }: ClipDeps,
  { db, principal, now }: Caller,
  clipId: string,
): Promise<ClipRow> {
  return db.transaction(async (tx) => {
    const clip = await getClipForWrite(tx, principal, clipId);
    const shared = shareRecording(links, 'clip', clip, now);
    if (shared !== clip) await saveClip(tx, shared);
    return shared;
  });
}

export async function unshareClip({ db, principal, now }: Caller, clipId: string): Promise<ClipRow> {
  return db.transaction(async (tx) => {
    const clip = await getClipForWrite(tx, principal, clipId);
    const revoked = unshare(clip, now);
    if (revoked !== clip) await saveClip(tx, revoked);
    return revoked;
  });
}

/** A clip as lists show it. */
export const listedClip = async (deps: Pick<ClipDeps, 'storage' | 'links'>, clip: ClipRow) =>
  toClip(clip, deps.links, await listedRecordingUrls(deps, clip));

const toTaggedRecord = ({ id, project_id, file_id }: ClipRow) => ({
  type: 'clip' as const,
  id,
  project_id,
  file_id,
});

async function getById(tx: Db, clipId: string): Promise<ClipRow> {
  return (await findClipById(tx, clipId)) as ClipRow;
}

function findSpanFaults(span: { start_seconds: number; end_seconds: number }): ErrorDetail[] {
  const faults = spanFaults(span);
  if (faults.length > 0) return faults;
  const duration = span.end_seconds - span.start_seconds;
  // Rounded, because 1.3 - 1.2 is less than 0.1 in floating point.
  if (Math.round(duration * 1e6) < clipSecondsMin * 1e6)
    return [
      { field: 'end_seconds', message: `must be at least ${clipSecondsMin} seconds after start_seconds.` },
    ];
  if (duration > clipSecondsMax)
    return [
      {
        field: 'end_seconds',
        message: `must be at most ${clipSecondsMax / 3600} hours after start_seconds.`,
      },
    ];
  return [];
}

function findFileFaults(
  file: FileRow | undefined,
  span: { start_seconds: number; end_seconds: number },
): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (!file) faults.push({ field: 'file_id', message: 'is not a file of this project.' });
  else if (file.kind !== 'video' && file.kind !== 'audio')
    faults.push({ field: 'file_id', message: 'is not a recording: only video and audio can be cut.' });
  else if (file.status !== 'ready')
    faults.push({ field: 'file_id', message: `is ${file.status}: only a ready file can be cut.` });
  else faults.push(...pastEndFaults(file.duration_seconds ?? 0, span));
  return faults;
}

function pastEndFaults(fileEnd: number, span: { start_seconds: number; end_seconds: number }): ErrorDetail[] {
  const message = `is past the end of the file, at ${fileEnd} seconds.`;
  // No tolerance: a clip that starts at the end would be empty.
  if (span.start_seconds >= fileEnd) return [{ field: 'start_seconds', message }];
  return span.end_seconds > fileEnd + endToleranceSeconds ? [{ field: 'end_seconds', message }] : [];
}
