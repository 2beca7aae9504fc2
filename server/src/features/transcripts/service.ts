import { invalidField, notFound } from '../../foundation/errors.ts';
import type { Principal } from '../../foundation/principal.ts';
import type { Db } from '../../platform/database/index.ts';
import { type Caller, requireAccess } from '../projects/index.ts';
import type { Draft } from './edits.ts';
import { segmentsOf, writeTranscript } from './import.ts';
import type { Rendering, Renderings } from './renderings.ts';
import type { TranscriptReplacement } from './schema.ts';
import { changeBetween } from './segments.ts';
import {
  findRevision,
  findTranscribedFile,
  lockTranscript,
  readSegments,
  readSegmentsAt,
  readTranscript,
  saveRevision,
  type TranscribedFile,
  type TranscriptRow,
} from './store.ts';

/** What the neighbours are told when the transcript of a file was written by hand. */
export type TranscriptWritten = (
  tx: Db,
  fileId: string,
  transcript: TranscriptRow,
  now: Date,
) => Promise<void>;

export async function getTranscript(
  { db, principal }: Caller,
  fileId: string,
): Promise<Draft & { name: string }> {
  const file = await readTranscript(db, principal, fileId);
  const transcript = getTranscriptedFile(file, principal, 'read');
  return { transcript, segments: file?.segments ?? [], name: file?.file_name ?? '' };
}

/** The answer to the GET of a transcript, rendered once for each revision. */
export async function renderTranscript(
  renderings: Renderings,
  { db, principal }: Caller,
  fileId: string,
  render: (draft: Draft) => Buffer,
): Promise<Buffer> {
  const known = renderings.find(fileId);
  const file = await readTranscript(db, principal, fileId, known);
  if (!file?.transcript) renderings.forget(fileId);
  const transcript = getTranscriptedFile(file, principal, 'read');
  const segments = file?.segments;
  if (!segments) return (known as Rendering).bytes;
  const { revision, updated_at } = transcript;
  const bytes = render({ transcript, segments });
  renderings.keep(fileId, { revision, updated_at, bytes });
  return bytes;
}

export async function requireTranscript(db: Db, principal: Principal, fileId: string): Promise<void> {
  getTranscriptedFile(await findTranscribedFile(db, principal, fileId), principal, 'read');
}

export async function replaceTranscript(
  written: TranscriptWritten,
  { db, principal, now }: Caller,
  fileId: string,
  input: TranscriptReplacement,
): Promise<Draft> {
  const segments = segmentsOf(input);
  return db.transaction(async (tx) => {
    const file = await lockTranscript(tx, principal, fileId);
    if (!file) throw notFound('File');
    requireAccess(file, principal, 'write');
    requireRevision(file.transcript, input.expected_revision);
    const draft = await writeTranscript(
      tx,
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
    await written(tx, fileId, draft.transcript, now);
    return draft;
  });
}

/** One edit, one revision. Editors of one transcript take turns; nothing is lost between them. */
export async function editTranscript(
  { db, principal, now }: Caller,
  fileId: string,
  action: string,
  expectedRevision: number | undefined,
  edit: (draft: Draft) => Draft,
): Promise<{ before: Draft; after: Draft }> {
  return db.transaction(async (tx) => {
    const file = await lockTranscript(tx, principal, fileId);
    const transcript = getTranscriptedFile(file, principal, 'write');
    requireRevision(transcript, expectedRevision);
    const before: Draft = { transcript, segments: await readSegments(tx, fileId) };
    const edited = edit(before);
    const after = {
      segments: edited.segments,
      transcript: { ...edited.transcript, revision: transcript.revision + 1, updated_at: now },
    };
    const change = changeBetween(before.segments, after.segments);
    await saveRevision(tx, after.transcript, change, action, principal.user_id);
    return { before, after };
  });
}

/** Back to how it was: itself a new revision, so that nothing that happened is lost. */
export async function revertTranscript(
  { db, principal, now }: Caller,
  fileId: string,
  revision: number,
  expectedRevision: number | undefined,
): Promise<Draft> {
  return db.transaction(async (tx) => {
    const file = await lockTranscript(tx, principal, fileId);
    const present = getTranscriptedFile(file, principal, 'write');
    requireRevision(present, expectedRevision);
    const target = await findRevision(tx, fileId, revision);
    if (!target) throw invalidField('revision', 'This transcript has no such revision.');
    const before = await readSegments(tx, fileId);
    const segments = await readSegmentsAt(tx, fileId, revision);
    const transcript: TranscriptRow = {
      ...present,
      language: target.language,
      time_basis: target.time_basis,
      speakers: target.speakers,
      revision: present.revision + 1,
      updated_at: now,
    };
    await saveRevision(tx, transcript, changeBetween(before, segments), 'revert', principal.user_id);
    return { transcript, segments };
  });
}

function getTranscriptedFile(
  file: TranscribedFile | undefined,
  principal: Principal,
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
  throw invalidField('expected_revision', `The transcript is at revision ${revision} by now: read it again.`);
}
