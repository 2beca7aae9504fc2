import { createQuoteIndex, verifyQuotes } from '../../../evidence/quotes/index.ts';
import type { AnswerDraft } from '../answer.ts';
import { composeAnswer } from '../extractive/compose-answer.ts';
import type { ChatTask, Verification, VerifiedAnswer } from './protocol.ts';

/** The thread behind chat-threads.ts. */
export function work(task: ChatTask): VerifiedAnswer {
  const draft = task.kind === 'compose' ? composeAnswer(task.request) : task.draft;
  return verify(draft, task.verification);
}

function verify(
  { text, answered, namedSegments }: AnswerDraft,
  { sources, marks, unverified }: Verification,
): VerifiedAnswer {
  const { texts, citations } = verifyQuotes([text], {
    index: createQuoteIndex(sources),
    known: [],
    namedSegments,
    byPerson: false,
    marks,
    unverified,
  });
  return { content: texts[0] ?? '', answered, citations };
}
