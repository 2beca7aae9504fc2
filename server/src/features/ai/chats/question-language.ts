import { detectLanguage } from '../../../platform/ai/text-analysis/index.ts';

/** Words that begin questions or ask for opinions, each in one language only as far as possible. */
const cues: Record<string, string> = {
  en: 'what why how who which when where did does tell give summary summarise summarize',
  de: 'wie warum wer welche welcher welches wieso wann sagen sagt denken finden meinen zusammenfassung',
  fr: "qui pourquoi comment quel quelle quels quelles quoi pensent disent qu'est-ce est-ce résumé",
  es: 'qué quién quiénes cómo cuál cuáles cuándo dónde piensan opinan dicen resumen',
  it: 'cosa perché chi quale quali pensano dicono riassunto',
  pt: 'quem quais quê pensam acham dizem resumo',
  nl: 'wat waarom hoe welke wanneer zeggen vinden samenvatting',
};
const wordsOf = new Map(
  Object.entries(cues).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** The language of a message or a short question; null if it is not recognized. */
export const languageOfMessage = (message: string): string | null =>
  detectLanguage(message) ?? languageByCues(message);

function languageByCues(message: string): string | null {
  const words =
    message
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}'-]+/gu) ?? [];
  const [best, second] = [...wordsOf]
    .map(([language, known]) => ({ language, hits: words.filter((word) => known.has(word)).length }))
    .sort((a, b) => b.hits - a.hits);
  return best && best.hits > (second?.hits ?? 0) ? best.language : null;
}
