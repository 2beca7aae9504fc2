import { scoreSentiment } from '../../../../platform/ai/sentiment/index.ts';
import { createQuoteIndex, verifyQuotes } from '../../../evidence/quotes/index.ts';
import type { AnswerDraft } from '../answer.ts';
import { composeAnswer } from '../extractive/compose-answer.ts';
import type { ComposeRequest } from '../extractive/compose-request.ts';
import type { ChatTask, Verification, VerifiedAnswer } from './protocol.ts';

/** The thread behind chat-threads.ts. */
export function work(task: ChatTask): VerifiedAnswer {
  const draft = task.kind === 'compose' ? composeAnswer(withSentiment(task.request)) : task.draft;
  return verify(draft, task.verification);
}

function withSentiment(request: ComposeRequest): ComposeRequest {
  const passages = request.passages.map((passage) => {
    const vector = request.vectors.get(passage.segment.id);
    const isEnglish = /^en\b/i.test(request.languages[passage.file_id] ?? request.language ?? '');
    if (!vector || !isEnglish) return passage;
    const [sentiment] = scoreSentiment([passage.segment.text], [vector], 'stored');
    return sentiment ? { ...passage, sentiment } : passage;
  });
  return { ...request, passages };
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
