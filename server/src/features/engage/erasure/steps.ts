import { redactEvents } from '../../../events/index.ts';
import { kindOfId } from '../../../foundation/ids.ts';
import type { Db } from '../../../platform/database/index.ts';
import { sql } from '../../../platform/database/index.ts';
import { createRemoveWords, createWasSaid, nameForms } from '../../../platform/word-removal/index.ts';
import { redactCards } from '../../coding/board/index.ts';
import { redactNotes, removeNotesAbout } from '../../coding/notes/index.ts';
import { countTaggingsOn, removeTaggingsOn } from '../../coding/tags/index.ts';
import { type ErasedSources, redactRecord } from '../../evidence/index.ts';
import { redactJobs } from '../../jobs/index.ts';
import { lockProject } from '../../projects/index.ts';
import { findFileById } from '../../sources/files/index.ts';
import { removeWordsOfErased } from '../../sources/search/index.ts';
import { removeResponses } from '../responses/index.ts';
import { removeSessions } from '../sessions/index.ts';
import type { ErasureDeps } from './deps.ts';
import { redactEvent } from './redact-event.ts';
import {
  count,
  type ErasureRow,
  findLateFiles,
  findOwnRecords,
  finishErasure,
  lockTests,
  type OwnRecords,
  readFileNames,
  readFileParts,
  readWords,
  storeLabels,
} from './store.ts';

/**
 * Everything after the person was blanked (ADR 240). Each step is its own transaction and can run again, so an erasure
 * that was interrupted continues with the same function.
 */
export async function runErasure(deps: ErasureDeps, erasure: ErasureRow): Promise<ErasureRow> {
  const { db, clock } = deps;
  const own = await findOwnRecords(db, erasure);
  const { passages, labels } = await readWords(db, own);
  const known = await storeLabels(db, erasure.id, [...nameForms(labels), ...(await readFileNames(db, own))]);
  // Who withdraws from one test remains known in the project.
  const everywhere = erasure.test_id === null ? erasure.names.filter(isSpecific) : [];
  const erased: ErasedSources = {
    fileIds: new Set(withRemoved(own, erasure).file_ids),
    responseIds: new Set(withRemoved(own, erasure).response_ids),
    remove: createRemoveWords({ passages, names: everywhere }),
    names: [...nameForms(erasure.names), ...known],
    wasSaid: createWasSaid(passages),
  };
  // Copies first: when the sources are gone, their words can no longer be searched for.
  await redactCopies(deps, erasure, erased);
  for (const fileId of own.file_ids) await removeFile(deps, erasure, fileId);
  await removeRecords(deps, erasure, own);
  for (const fileId of await findLateFiles(db, withRemoved(own, erasure)))
    await removeFile(deps, erasure, fileId);
  // A job that read the sources before may have saved its result meanwhile. From now on it would not find them.
  await redactCopies(deps, erasure, erased);
  await removeWordsOfErased(db, { id: erasure.project_id, workspace_id: erasure.workspace_id });
  return db.transaction((tx) => finishErasure(tx, erasure.id, clock.now()));
}

/** A first name alone occurs in texts about other people, too. */
const isSpecific = (name: string) => name.includes('@') || name.trim().split(/\s+/).length > 1;

/** With the records that an earlier, interrupted run has removed. */
const withRemoved = (own: OwnRecords, { record_ids }: ErasureRow): OwnRecords => ({
  ...own,
  file_ids: [...own.file_ids, ...record_ids.filter((id) => kindOfId(id) === 'file')],
  response_ids: [...own.response_ids, ...record_ids.filter((id) => kindOfId(id) === 'response')],
  session_ids: [...own.session_ids, ...record_ids.filter((id) => kindOfId(id) === 'session')],
});

async function redactCopies(deps: ErasureDeps, erasure: ErasureRow, erased: ErasedSources): Promise<void> {
  const { db, clock } = deps;
  const { id, project_id, workspace_id } = erasure;
  const now = clock.now();
  const counted = (kind: 'cards' | 'notes' | 'reports' | 'messages' | 'jobs') => (tx: Db, n: number) =>
    count(tx, id, { redacted: { [kind]: n } });
  await redactCards(db, project_id, erased, now, counted('cards'));
  await redactNotes(db, project_id, erased.remove, now, counted('notes'));
  await deps.redactReports(db, project_id, erased, now, counted('reports'));
  await deps.redactChats(db, project_id, erased, now, counted('messages'));
  await redactJobs(db, project_id, (value) => redactRecord(value, erased), now, counted('jobs'));
  await redactEvents(
    db,
    { id: project_id, workspace_id, since: new Date(0) },
    (data) => redactEvent(data, erasure, erased),
    async (tx, eventIds) => {
      await deps.removeExcerpts(tx, eventIds);
      await count(tx, id, { redacted: { events: eventIds.length } });
    },
  );
}

/** Deletes a recording with its transcript, clips and notes. The same transaction schedules the deletion of its bytes. */
async function removeFile({ db, clock, eraseFile }: ErasureDeps, erasure: ErasureRow, fileId: string) {
  await db.transaction(async (tx) => {
    // The file is locked first, in the same order as by other deletions.
    if (!(await findFileById(tx, fileId, sql`for no key update`))) return;
    const { clip_ids, reel_ids, transcripts } = await readFileParts(tx, fileId);
    const taggings = await countTaggingsOn(tx, [fileId], [fileId, ...clip_ids]);
    await eraseFile(tx, fileId, clock.now());
    const notes = await removeNotesAbout(tx, { file_ids: [fileId], session_ids: [], response_ids: [] });
    await count(tx, erasure.id, {
      removed: {
        files: 1,
        clips: clip_ids.length + reel_ids.length,
        transcripts,
        taggings,
        notes: notes.length,
      },
      record_ids: [fileId, ...clip_ids, ...reel_ids],
    });
  });
}

async function removeRecords({ db }: ErasureDeps, erasure: ErasureRow, own: OwnRecords): Promise<void> {
  const { response_ids, session_ids } = own;
  const tagged = erasure.test_id === null ? [...response_ids, erasure.participant_id] : response_ids;
  await db.transaction(async (tx) => {
    await lockProject(tx, erasure.project_id);
    await lockTests(tx, own.test_ids);
    const taggings = await countTaggingsOn(tx, [], tagged);
    const notes = await removeNotesAbout(tx, { file_ids: [], session_ids, response_ids });
    const sessions = await removeSessions(tx, session_ids);
    const responses = await removeResponses(tx, response_ids);
    await removeTaggingsOn(tx, [], tagged);
    await count(tx, erasure.id, {
      removed: {
        responses: responses.length,
        sessions: sessions.length,
        taggings,
        notes: notes.length,
      },
      record_ids: [...responses, ...sessions],
    });
  });
}
