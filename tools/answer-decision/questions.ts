import type { Study } from '../../bench/quality/read-studies.ts';

/** The questions of a study for which it is known whether the material has an answer. */
export const questionsOf = ({ id, questions, further_questions }: Study) =>
  [
    ...questions.map(({ ask, answered_by }) => ({ ask, has_answer: answered_by.length > 0 })),
    ...further_questions,
  ].map(({ ask, has_answer }) => ({ study: id, ask, has_answer }));
