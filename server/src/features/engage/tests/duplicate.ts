import type { Caller } from '../../../http/route.ts';
import { findInProject, getProjectForAddition } from '../../projects/index.ts';
import { fileRecords } from '../../sources/files/index.ts';
import { copyQuestions } from './copy-questions.ts';
import { nameMax } from './limits.ts';
import type { Question } from './question.ts';
import type { DuplicateInput } from './schema.ts';
import { getTest, newDraft } from './service.ts';
import { insertTest, type TestRow } from './store.ts';

/** Copies a test in any status as a new draft of the same project, without its participants and responses. */
export async function duplicateTest(
  caller: Caller,
  testId: string,
  { name }: DuplicateInput = {},
): Promise<TestRow> {
  const { now, principal } = caller;
  const nowMs = now.getTime();
  return caller.db.transaction(async (tx) => {
    const source = await getTest({ ...caller, db: tx }, testId, 'write');
    await getProjectForAddition(tx, principal, source.project_id);
    // Locks the files, so that none is deleted before the copy exists and lets go of it.
    const media = await findInProject(tx, fileRecords, source.project_id, source.questions.flatMap(mediaOf));
    const existing = new Set(media.map(({ id }) => id));
    const draft: TestRow = {
      ...newDraft(source.project_id, principal.user_id, now),
      name: name ?? nameOfCopy(source.name),
      type: source.type,
      description: source.description,
      questions: copyQuestions(source.questions, nowMs).map((question) =>
        mediaOf(question).every((id) => existing.has(id)) ? question : { ...question, media_file_id: null },
      ),
      post_details: source.post_details,
      screener: source.screener && { questions: copyQuestions(source.screener.questions, nowMs) },
      consent: source.consent && { ...source.consent, version: 1 },
      moderator: source.moderator,
      scheduling: source.scheduling,
      redirect_url: source.redirect_url,
      metadata: source.metadata,
    };
    await insertTest(tx, draft);
    return draft;
  });
}

const mediaOf = ({ media_file_id }: Question): string[] => (media_file_id ? [media_file_id] : []);

const suffix = ' (copy)';
const nameOfCopy = (name: string) => [...name].slice(0, nameMax - suffix.length).join('') + suffix;
