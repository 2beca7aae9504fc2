import type { AnswerFailure, AnswerProgress } from '../../data/answer-stream.ts';
import type { AskScope, Message } from '../../data/chats.ts';

/** A question with what is known of its answer. */
export interface Exchange {
  id: string;
  question: string;
  askedAt: string;
  scope: AskScope;
  jobId: string | undefined;
  answer: Message | undefined;
  progress: AnswerProgress | undefined;
  failure: AnswerFailure['error'] | undefined;
}

interface Known {
  /** The newest message first, as the server returns them. */
  messages: readonly Message[];
  progress: ReadonlyMap<string, AnswerProgress>;
  failures: ReadonlyMap<string, AnswerFailure['error']>;
  scopeOf(message: Message): AskScope;
}

/** Questions in their order, each with its answer. */
export function exchangesOf({ messages, progress, failures, scopeOf }: Known): Exchange[] {
  const answers = new Map(
    messages.filter(({ role }) => role === 'assistant').map((message) => [message.job_id, message]),
  );
  return messages
    .filter(({ role }) => role === 'user')
    .toReversed()
    .map((question) => ({
      id: question.id,
      question: question.content,
      askedAt: question.created_at,
      scope: scopeOf(question),
      jobId: question.job_id,
      answer: answers.get(question.job_id),
      progress: progress.get(question.job_id),
      failure: failures.get(question.job_id),
    }));
}
