import type { QuestionTerm } from '../../../evidence/retrieval/index.ts';

/** Words that ask for the material as a whole, as the beginnings of words. */
const overviewWords =
  /^(summar|overview|finding|theme|insight|takeaway|take-away|topic|learn|key|point|highlight|zusammenfass|überblick|thema|themen|erkenntnis|ergebnis|résum|thème|aperçu|conclusion|resum|tema|hallazg|conclusi|riassun|riepilog|resumo|conclus|samenvat|overzicht|bevinding)/i;
const critical =
  /^(struggl|problem|issue|difficult|frustrat|pain|dislik|hate|complain|complaint|annoy|confus|trouble|negativ|critic)/i;
const praising = /^(like|love|enjoy|prais|strength|happy|positiv|favou?rit|appreciat)/i;

export interface MaterialQuestion {
  /** The question has no topic of its own: “What did people say?”, “Summarise the main findings.” */
  isAboutEverything: boolean;
  /** It asks for criticism or praise: “What do people struggle with?” */
  leaning: 'negative' | 'positive' | undefined;
}

export function readMaterialQuestion(question: string, terms: QuestionTerm[]): MaterialQuestion {
  const isAboutEverything = terms.every(({ surface }) =>
    [overviewWords, critical, praising].some((words) => words.test(surface)),
  );
  const words = question.match(/\p{L}+/gu) ?? [];
  const leaning = words.some((word) => critical.test(word))
    ? 'negative'
    : words.some((word) => praising.test(word))
      ? 'positive'
      : undefined;
  return { isAboutEverything, leaning: isAboutEverything ? leaning : undefined };
}
