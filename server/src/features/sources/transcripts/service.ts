import { isDeepStrictEqual } from 'node:util';
import { invalidField, notFound } from '../../../foundation/errors.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { requireVersion } from '../../../foundation/versions.ts';
import type { CachedJson, Caller } from '../../../http/route.ts';
import type { Db } from '../../../platform/database/index.ts';
import { requireAccess } from '../../projects/index.ts';
import { detachAnchorsOf } from './anchors/store.ts';
import type { TranscriptReplacement } from './change-schema.ts';
import { requireInside, segmentsOf, writeTranscript } from './import.ts';
import { type Draft, joinSegment } from './revisions/edits.ts';
import { type Revised, writeRevision } from './revisions/revise.ts';
import { undoChange } from './revisions/undo.ts';
import {
  findLastChange,
  findRevision,
  findTextBeforeSplit,
  findTranscribedFile,
  lockTranscript,
  lockTranscriptRow,
  readSegments,
  readSegmentsAt,
  readTranscript,
  removeTranscript,
  type SegmentRow,
  type TranscribedFile,
  type TranscriptRow,
} from './store.ts';
import type { TranscriptThreads } from './threads/transcript-threads.ts';
import type { CachedTranscript, TranscriptCache } from './transcript-cache.ts';

/** Called in the same transaction when a user wrote the transcript of a file. */
export type OnTranscriptWritten = (
  tx: Db,
  fileId: string,
  transcript: TranscriptRow,
  now: Date,
) => Promise<void>;

/** Called in the same transaction when the transcript of a file was deleted. */
export type OnTranscriptRemoved = (tx: Db, fileId: string, now: Date) => Promise<void>;

export async function getTranscript(
  { db, principal }: Caller,
  fileId: string,
): Promise<Draft & { name: string }> {
  const file = await readTranscript(db, principal, fileId);
  const transcript = getTranscriptRow(file, principal, 'read');
  return { transcript, segments: file?.segments ?? [], name: file?.file_name ?? '' };
}

/** Returns the serialized transcript, from the cache if the revision has not changed. */
export async function getSerializedTranscript(
  cache: TranscriptCache,
  { db, principal }: Caller,
  fileId: string,
  render: (draft: Draft) => CachedJson,
): Promise<CachedJson> {
  const cached = cache.find(fileId);
  const file = await readTranscript(db, principal, fileId, cached);
  if (!file?.transcript) cache.remove(fileId);
  const transcript = getTranscriptRow(file, principal, 'read');
  const segments = file?.segments;
  if (!segments) return (cached as CachedTranscript).json;
  const { revision, updated_at } = transcript;
  const json = render({ transcript, segments });
  cache.set(fileId, { revision, updated_at, json });
  return json;
}

export async function requireTranscript(db: Db, principal: Researcher, fileId: string): Promise<void> {
  getTranscriptRow(await findTranscribedFile(db, principal, fileId), principal, 'read');
}

export async function replaceTranscript(
  { threads, transcriptWritten }: { threads: TranscriptThreads; transcriptWritten: OnTranscriptWritten },
  { db, principal, now }: Caller,
  fileId: string,
  input: TranscriptReplacement,
): Promise<Revised> {
  const segments = await segmentsOf(threads, principal.workspace_id, input);
  return db.transaction(async (tx) => {
    const file = await lockTranscript(tx, principal, fileId);
    if (!file) throw notFound('File');
    requireAccess(file, principal, 'write');
    requireRevision(file.transcript, input.expected_revision);
    requireInside(segments, file.media_seconds, (i, name) =>
      input.content === undefined ? `segments.${i}.${name}` : 'content',
    );
    const draft = await writeTranscript(
      tx,
      threads,
      file,
      {
        segments,
        language: input.language === undefined ? (file.transcript?.language ?? null) : input.language,
        time_basis: file.transcript?.time_basis ?? 'media',
        action: input.content === undefined ? 'replace' : 'import',
        by: principal.user_id,
      },
      now,
    );
    await transcriptWritten(tx, fileId, draft.transcript, now);
    return draft;
  });
}

/** The segment that an edit changes. With `expected_version`, the edit is refused if the segment was changed since. */
export interface Edited {
  segment_id: string;
  expected_version?: number;
}

interface ExpectedState {
  revision?: number;
  segment?: Edited;
}

/** Writes one revision per edit; none if nothing changes. Edits of one transcript are serialized, so no update is lost. */
export async function editTranscript(
  threads: TranscriptThreads,
  { db, principal, now }: Caller,
  fileId: string,
  action: string,
  expected: ExpectedState,
  edit: (draft: Draft, tx: Db) => Draft | Promise<Draft>,
): Promise<{ before: Draft; after: Revised }> {
  return db.transaction(async (tx) => {
    const file = await lockTranscript(tx, principal, fileId);
    const transcript = getTranscriptRow(file, principal, 'write');
    requireRevision(transcript, expected.revision);
    const before: Draft = { transcript, segments: await readSegments(tx, fileId) };
    const segment = before.segments.find(({ id }) => id === expected.segment?.segment_id);
    if (segment) requireVersion('segment', segment.since_revision, expected.segment?.expected_version);
    const edited = await edit(before, tx);
    requireEditInside(before.segments, edited.segments, file?.media_seconds ?? null);
    if (isDeepStrictEqual(edited, before)) return { before, after: { ...before, detached: 0 } };
    const after = await writeRevision(
      tx,
      threads,
      { ...edited.transcript, revision: transcript.revision + 1, updated_at: now },
      { before: before.segments, after: edited.segments, action, by: principal.user_id },
    );
    return { before, after };
  });
}

export const joinWithNext = (
  threads: TranscriptThreads,
  call: Caller,
  fileId: string,
  segmentId: string,
  expected: ExpectedState,
) =>
  editTranscript(threads, call, fileId, 'join', expected, async (draft, tx) => {
    const next = draft.segments[draft.segments.findIndex(({ id }) => id === segmentId) + 1];
    const textBeforeSplit = next && (await findTextBeforeSplit(tx, fileId, segmentId, next.id));
    return joinSegment(draft, segmentId, textBeforeSplit);
  });

/** Restores an earlier state as a new revision, so that the history remains complete. */
export async function revertTranscript(
  threads: TranscriptThreads,
  { db, principal, now }: Caller,
  fileId: string,
  revision: number,
  expectedRevision: number | undefined,
): Promise<Revised> {
  return db.transaction(async (tx) => {
    const file = await lockTranscript(tx, principal, fileId);
    const current = getTranscriptRow(file, principal, 'write');
    requireRevision(current, expectedRevision);
    const target = await findRevision(tx, fileId, revision);
    if (!target) throw noSuchRevision();
    const before = await readSegments(tx, fileId);
    const segments = await readSegmentsAt(tx, fileId, revision);
    const transcript: TranscriptRow = {
      ...current,
      language: target.language,
      time_basis: target.time_basis,
      speakers: target.speakers,
      revision: current.revision + 1,
      updated_at: now,
    };
    return writeRevision(tx, threads, transcript, {
      before,
      after: segments,
      action: 'revert',
      by: principal.user_id,
      restores: { revision },
    });
  });
}

/** Returns the transcript of a revision, by default the current one. */
export async function getRevision(
  { db, principal }: Caller,
  fileId: string,
  requested: number | undefined,
): Promise<Draft> {
  const file = await findTranscribedFile(db, principal, fileId);
  const current = getTranscriptRow(file, principal, 'read');
  const revision = requested ?? current.revision;
  const then = await findRevision(db, fileId, revision);
  if (!then) throw noSuchRevision();
  const { language, time_basis, speakers } = then;
  return {
    transcript: { ...current, language, time_basis, speakers, revision, updated_at: then.created_at },
    segments: await readSegmentsAt(db, fileId, revision),
  };
}

/**
 * Undoes the caller's last change, or the one that made `revision`. Changes of others in other parts of the transcript
 * remain. Undoing an undo redoes the change.
 */
export async function undoTranscript(
  threads: TranscriptThreads,
  { db, principal, now }: Caller,
  fileId: string,
  revision?: number,
): Promise<Revised> {
  return db.transaction(async (tx) => {
    const file = await lockTranscript(tx, principal, fileId);
    const current = getTranscriptRow(file, principal, 'write');
    const mine = await findLastChange(tx, fileId, principal.user_id, revision);
    const previous = mine && (await findRevision(tx, fileId, mine.revision - 1));
    if (!mine || !previous)
      throw revision === undefined
        ? invalidField('file_id', 'You have no change in this transcript that can be undone.')
        : invalidField('revision', 'is not a change of yours that can be undone.');
    const before = await readSegments(tx, fileId);
    const { speakers, language, segments } = undoChange(
      { ...current, segments: before },
      { ...previous, segments: await readSegmentsAt(tx, fileId, previous.revision) },
      { ...mine, segments: await readSegmentsAt(tx, fileId, mine.revision) },
    );
    return writeRevision(
      tx,
      threads,
      { ...current, speakers, language, revision: current.revision + 1, updated_at: now },
      {
        before,
        after: segments,
        // A redone change is a change of its own, which the next undo finds.
        action: mine.action === 'undo' ? 'revert' : 'undo',
        by: principal.user_id,
        restores: { undone: mine.revision },
        undoes: mine.revision,
      },
    );
  });
}

/** Deletes the transcript with its revisions. Its anchors remain, detached. Returns how many were detached. */
export async function deleteTranscript(
  transcriptRemoved: OnTranscriptRemoved,
  { db, principal, now }: Caller,
  fileId: string,
): Promise<number> {
  return db.transaction(async (tx) => {
    const file = await lockTranscript(tx, principal, fileId);
    getTranscriptRow(file, principal, 'write');
    await lockTranscriptRow(tx, fileId);
    const detached = await detachAnchorsOf(tx, fileId, now);
    await removeTranscript(tx, fileId);
    await transcriptRemoved(tx, fileId, now);
    return detached;
  });
}

function getTranscriptRow(
  file: TranscribedFile | undefined,
  principal: Researcher,
  need: 'read' | 'write',
): TranscriptRow {
  if (!file) throw notFound('File');
  requireAccess(file, principal, need);
  if (!file.transcript) throw notFound('Transcript');
  return file.transcript;
}

function requireRevision(transcript: TranscriptRow | null, expected: number | undefined): void {
  const revision = transcript?.revision ?? 0;
  if (expected === undefined || expected === revision) return;
  throw invalidField('expected_revision', `The transcript is now at revision ${revision}: read it again.`);
}

/** Checks only what the edit changed, so that an existing transcript that is too long can still be corrected. */
function requireEditInside(
  before: readonly SegmentRow[],
  after: readonly SegmentRow[],
  mediaSeconds: number | null,
): void {
  const old = new Map(before.map((segment) => [segment.id, segment.end_seconds]));
  const later = after.filter(
    ({ id, end_seconds }) => end_seconds > (old.get(id) ?? Number.POSITIVE_INFINITY),
  );
  requireInside(later, mediaSeconds, (_, name) => name);
}

const noSuchRevision = () => invalidField('revision', 'is not a revision of this transcript.');
