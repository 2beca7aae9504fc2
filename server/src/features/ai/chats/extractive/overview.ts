import type { QuestionTerm } from '../../../evidence/retrieval/index.ts';

/** Words that ask for the material as a whole, as the beginnings of words. */
const overviewWords =
  /^(summar|overview|finding|theme|insight|takeaway|take-away|topic|learn|key|point|highlight|zusammenfass|überblick|thema|themen|erkenntnis|ergebnis|résum|thème|aperçu|conclusion|resum|tema|hallazg|conclusi|riassun|riepilog|resumo|conclus|samenvat|overzicht|bevinding)/i;

/** A question without a topic of its own: “What did people say?”, “Summarise the main findings.” */
export const isAboutEverything = (terms: QuestionTerm[]): boolean =>
  terms.every(({ surface }) => overviewWords.test(surface));
