import { namesStudy, type QuestionTerm } from '../../../evidence/retrieval/index.ts';

/** Words that ask for the material as a whole, as the beginnings of words. */
const overviewWords =
  /^(summar|overview|finding|theme|insight|takeaway|take-away|topic|learn|key|point|highlight|zusammenfass|überblick|thema|themen|erkenntnis|ergebnis|résum|thème|aperçu|conclusion|resum|tema|hallazg|conclusi|riassun|riepilog|resumo|conclus|samenvat|overzicht|bevinding)/i;
const critical =
  /^(struggl|problem|issue|difficult|frustrat|pain|dislik|hate|complain|complaint|annoy|confus|trouble|negativ|critic|wrong|bad|worst)/i;
const praising = /^(like|love|enjoy|prais|strength|happy|positiv|favou?rit|appreciat|well$|good|best)/i;

export interface MaterialQuestion {
  /** The question has no topic of its own: “What did people say?”, “Summarise the main findings.” */
  isAboutEverything: boolean;
  /** There is nothing to look for: “ok”, “???”. */
  isEmpty: boolean;
  /** It asks for criticism or praise: “What do people struggle with?” */
  leaning: 'negative' | 'positive' | undefined;
}

/** A question that ends with one of these lacks its topic. */
const danglingWord = /(?<!\p{L})(about|regarding|concerning|über|zu|zum|sobre|sur|su|over)[^\p{L}\p{N}]*$/iu;
/** Messages of courtesy, also together. */
const courtesy =
  /^(?:[^\p{L}\p{N}]|(?<!\p{L})(?:ok|okay|hi|hello|hey|there|thanks|thank|you|thx|yes|no|sure|great|cool|nice|good|fine|test|hallo|danke|ja|nein|gut|salut|bonjour|merci|oui|non|hola|gracias|sí|ciao|grazie|olá|obrigad[oa]|hoi|bedankt)(?!\p{L}))+$/iu;

/** “ok”, “Thank you!”, “???” */
export const isCourtesy = (message: string): boolean => courtesy.test(message);

export function readMaterialQuestion(
  question: string,
  terms: Pick<QuestionTerm, 'surface'>[],
  language: string | null = 'en',
): MaterialQuestion {
  const concernsEverything = terms.every(({ surface }) =>
    [overviewWords, critical, praising].some((words) => words.test(surface)),
  );
  const words = question.match(/\p{L}+/gu) ?? [];
  const leaning = words.some((word) => critical.test(word))
    ? 'negative'
    : words.some((word) => praising.test(word))
      ? 'positive'
      : undefined;
  const isEmpty =
    isCourtesy(question) ||
    (terms.length === 0 &&
      (danglingWord.test(question) || (leaning === undefined && !namesStudy(question, language))));
  const isAboutEverything = concernsEverything && !isEmpty;
  return { isAboutEverything, isEmpty, leaning: isAboutEverything ? leaning : undefined };
}
