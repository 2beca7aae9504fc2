import { newId } from '../../../foundation/ids.ts';
import type { Question } from './question.ts';

/** Copies questions with new ids for questions and options. Rules of the copies refer to the copies. */
export function copyQuestions(questions: Question[], nowMs: number): Question[] {
  const ids = new Map<string, string>();
  for (const question of questions) {
    ids.set(question.id, newId('question', nowMs));
    for (const option of question.options) ids.set(option.id, newId('option', nowMs));
  }
  const copyOf = (id: string) => ids.get(id) ?? id;
  return questions.map((question) => ({
    ...question,
    id: copyOf(question.id),
    options: question.options.map(({ id, text }) => ({ id: copyOf(id), text })),
    logic: question.logic.map((rule) => ({
      ...rule,
      option_ids: rule.option_ids.map(copyOf),
      question_id: rule.question_id && copyOf(rule.question_id),
    })),
  }));
}
