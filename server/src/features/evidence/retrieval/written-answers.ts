import type { Db } from '../../../platform/database/index.ts';
import type { WrittenAnswer } from '../response-material.ts';
import type { QuestionTerm } from './question.ts';
import { type MaterialScope, type SegmentRow, termQueries, writtenIn } from './store.ts';

export interface WrittenAnswers {
  /** Each answer after its question, by response. */
  rows: SegmentRow[];
  /** Indexes of the terms in each answer and each question, by the id of its row. */
  termsOf: Map<string, number[]>;
  answerIds: string[];
}

/** The written answers with the most words of the question; if there are few, also answers of the newest responses. */
export async function readWrittenAnswers(
  db: Db,
  scope: MaterialScope,
  terms: QuestionTerm[],
  responseIds: string[],
): Promise<WrittenAnswers> {
  const filter = writtenIn(scope);
  if (!filter) return { rows: [], termsOf: new Map(), answerIds: [] };
  const found = await scope.responses.findAnswers(db, filter, termQueries(terms), responseIds);
  return {
    rows: found.flatMap((answer, at) => [
      toRow(answer, questionIdOf(answer), 'question', answer.question, 2 * at),
      toRow(answer, answer.id, 'participant', answer.text, 2 * at + 1),
    ]),
    termsOf: new Map(
      found.flatMap((answer) => [
        [questionIdOf(answer), answer.asked_terms] as const,
        [answer.id, answer.terms] as const,
      ]),
    ),
    answerIds: found.map(({ id }) => id),
  };
}

const questionIdOf = ({ id }: WrittenAnswer) => `${id} question`;

/** A response has no times and no pages. */
const toRow = (
  { response_id, language }: WrittenAnswer,
  id: string,
  speaker_id: string,
  text: string,
  ordinal: number,
): SegmentRow => ({
  kind: 'response',
  id,
  file_id: response_id,
  ordinal,
  speaker_id,
  start_seconds: 0,
  end_seconds: 0,
  text,
  page: null,
  revision: null,
  language,
  time_basis: 'estimated',
});
