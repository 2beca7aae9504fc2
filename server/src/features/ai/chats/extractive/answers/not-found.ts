import type { AnswerDraft, AnswerPassage } from '../../answer.ts';
import type { Phrases } from '../../phrases.ts';
import type { ComposeRequest } from '../compose-request.ts';
import { chooseShown } from './choose-passages.ts';
import type { Quoting } from './quoting.ts';
import { relatedRecords } from './related-records.ts';

const closestMax = 5;

/** Less similar passages have nothing to do with the question. */
const closeSimilarityMin = 0.25;
const isClose = ({ coverageInContext, similarity, askedSimilarity, sentenceSimilarity }: AnswerPassage) =>
  coverageInContext > 0 || Math.max(similarity, askedSimilarity, sentenceSimilarity) >= closeSimilarityMin;

/** The material does not answer the question: says so, and shows the closest passages. */
export function composeNotFound(
  { records, passages }: ComposeRequest,
  evidence: AnswerPassage[],
  othersAreMissing: boolean,
  { quote, namedSegments }: Quoting,
  phrases: Phrases,
): AnswerDraft {
  const related = relatedRecords(records, phrases);
  if (othersAreMissing) return { text: phrases.noOthers, answered: false, namedSegments };
  if (passages.length === 0 && related.length > 0)
    return { text: [phrases.onlyRecords, ...related.slice(1)].join('\n\n'), answered: true, namedSegments };
  const closest = chooseShown(evidence.filter(isClose), closestMax).map(quote);
  const shown = closest.length > 0 ? [phrases.closest, ...closest] : [phrases.nothingClose];
  return { text: [phrases.noAnswer, ...shown, ...related].join('\n\n'), answered: false, namedSegments };
}
