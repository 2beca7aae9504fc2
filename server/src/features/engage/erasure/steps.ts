import { kindOfId } from '../../../foundation/ids.ts';
import { redactStoredResponses, removeStoredResponses } from '../../../http/gates/redact-responses.ts';
import { sql } from '../../../platform/database/index.ts';
import { queuedMailTexts } from '../../../platform/mail/index.ts';
import {
  createIsQuote,
  createWasSaid,
  createWordRemoval,
  formsOf,
  type GivenText,
  nameForms,
  wordsOf,
} from '../../../platform/word-removal/index.ts';
import { removeNotesAbout } from '../../coding/notes/index.ts';
import { redactRecord } from '../../evidence/index.ts';
import { usersOf } from '../../identity/accounts/index.ts';
import { lockProject } from '../../projects/index.ts';
import { findFileById } from '../../sources/files/index.ts';
import { removeWordsOfErased } from '../../sources/search/index.ts';
import { countTaggingsOn, removeTaggingsOn } from '../../tags/index.ts';
import type { ErasedSources, TextTable } from '../../text-table.ts';
import { linksOfPerson, linksOfProject } from '../participants/index.ts';
import { removeResponses } from '../responses/index.ts';
import { removeSessions } from '../sessions/index.ts';
import type { ErasureDeps } from './deps.ts';
import { redactEvent } from './redact-event.ts';
import { redactResponse } from './redact-response.ts';
import { redactTable } from './redact-table.ts';
import {
  count,
  type ErasureRow,
  findLateFiles,
  findOwnRecords,
  findTypedAt,
  finishErasure,
  lockTests,
  type OwnRecords,
  readFileNames,
  readFileParts,
  readOtherNames,
  readWords,
  storeLabels,
} from './store.ts';
import { findSharedWords } from './texts-of-others.ts';

/**
 * Everything after the person was blanked (ADR 30). Each step is its own transaction and can run again, so an erasure
 * that was interrupted continues with the same function.
 */
export async function runErasure(deps: ErasureDeps, erasure: ErasureRow): Promise<ErasureRow> {
  const { db, clock } = deps;
  const own = await findOwnRecords(db, erasure);
  const { passages, labels } = await readWords(db, own);
  const known = await storeLabels(db, erasure.id, [...nameForms(labels), ...(await readFileNames(db, own))]);
  const others = await readOtherNames(db, erasure);
  const words = await findOwnWords(deps, erasure, own, passages);
  const removalOf = (given: readonly GivenText[]) =>
    createWordRemoval({ ...words, passages: given.map(({ text }) => text), others });
  const texts = passages.map(({ text }) => text);
  const erased: ErasedSources = {
    fileIds: new Set(withRemoved(own, erasure).file_ids),
    responseIds: new Set(withRemoved(own, erasure).response_ids),
    ...removalOf(passages),
    removeNames: removalOf([]).remove,
    names: [...nameForms(erasure.names), ...known],
    others,
    wasSaid: createWasSaid(texts),
    isQuote: createIsQuote(texts, words.shared),
    redactRecord: (record) => redactRecord(record, erased),
    redactEvent: (data) => redactEvent(data, erasure, erased),
  };
  // Copies first: when the sources are gone, their words can no longer be searched for.
  await redactCopies(deps, erasure, erased);
  await deps.redactOriginals({
    project_id: erasure.project_id,
    fileIds: erased.fileIds,
    removeFrom: (file) =>
      file.response_id !== null || file.session_id !== null
        ? erased.removeNames
        : removalOf(passages.filter(({ given_at }) => given_at <= file.created_at)).remove,
    changed: (tx) => count(tx, erasure.id, { redacted: { other_texts: 1 } }),
  });
  for (const fileId of own.file_ids) await removeFile(deps, erasure, fileId);
  await removeRecords(deps, erasure, own);
  for (const fileId of await findLateFiles(db, withRemoved(own, erasure)))
    await removeFile(deps, erasure, fileId);
  // A job that read the sources before may have saved its result meanwhile. From now on it would not find them.
  await redactCopies(deps, erasure, erased);
  await redactStored(deps, erasure, withRemoved(own, erasure), erased);
  await removeWordsOfErased(db, { id: erasure.project_id, workspace_id: erasure.workspace_id });
  return db.transaction((tx) => finishErasure(tx, erasure.id, clock.now()));
}

/** The names that are removed from all texts, and the words that are not removed because others gave them, too. */
async function findOwnWords(
  { db, registered }: ErasureDeps,
  erasure: ErasureRow,
  own: OwnRecords,
  passages: readonly GivenText[],
): Promise<{ names: string[]; shared: ReadonlySet<string> }> {
  // Who withdraws from one test remains known in the project.
  const names = erasure.test_id === null ? erasure.names.filter(isSpecific) : [];
  const typedAt = await findTypedAt(db, erasure.participant_id);
  const typed = typedAt ? names.map((text) => ({ text, given_at: typedAt })) : [];
  const shared = await findSharedWords(db, registered.texts, erasure.project_id, own, passages, typed);
  return { names: typedAt ? names.filter((name) => !shared.has(wordsOf(name))) : names, shared };
}

/** A first name alone occurs in texts about other people, too. */
const isSpecific = (name: string) =>
  name.includes('@') || formsOf(name).some((form) => form.trim().split(/\s+/).length > 1);

/** Adds the records that an earlier, interrupted run has removed. */
const withRemoved = (own: OwnRecords, { record_ids }: ErasureRow): OwnRecords => ({
  ...own,
  file_ids: [...own.file_ids, ...record_ids.filter((id) => kindOfId(id) === 'file')],
  response_ids: [...own.response_ids, ...record_ids.filter((id) => kindOfId(id) === 'response')],
  session_ids: [...own.session_ids, ...record_ids.filter((id) => kindOfId(id) === 'session')],
});

async function redactCopies(deps: ErasureDeps, erasure: ErasureRow, erased: ErasedSources): Promise<void> {
  const { db, clock, registered } = deps;
  const { id, project_id, workspace_id } = erasure;
  const project = { id: project_id, workspace_id };
  for (const table of [...registered.texts, queuedMailTexts as TextTable])
    await redactTable(db, table, project, erased, clock.now(), (tx, n) =>
      count(tx, id, { redacted: { [table.countedAs ?? 'other_texts']: n } }),
    );
}

/** Copies outside the tables of the project: stored responses of the API, and mails in the outbox. */
async function redactStored(
  { db, box, mailer }: ErasureDeps,
  erasure: ErasureRow,
  own: OwnRecords,
  erased: ErasedSources,
): Promise<void> {
  const records = [...own.file_ids, ...own.response_ids, ...own.session_ids];
  // A person who withdraws from one test remains known in the project.
  const ids = erasure.test_id === null ? [erasure.participant_id, ...records] : records;
  await removeStoredResponses(db, linksOfPerson(erasure));
  const users = sql`${usersOf(erasure.workspace_id)} union all ${linksOfProject(erasure.project_id)}`;
  await redactStoredResponses(db, box, users, (body) => redactResponse(body, ids, erased));
  // The mail about a canceled call is later. The person shall get it.
  await mailer.removeStored(erasure.project_id, erasure.started_at, (text) => erased.remove(text) !== text);
}

/** Deletes a recording with its transcript, clips and notes. The same transaction schedules the deletion of its bytes. */
async function removeFile({ db, clock, eraseFile }: ErasureDeps, erasure: ErasureRow, fileId: string) {
  await db.transaction(async (tx) => {
    // The project before the file: the order of all deletions (ADR 6).
    await lockProject(tx, erasure.project_id);
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
