import type { Db } from '../../../platform/database/index.ts';
import type { QuestionNumbers } from '../../evidence/index.ts';
import { escapeMarkdown } from '../../evidence/markdown/index.ts';
import { isSelective, type MaterialScope, termQueries, writtenIn } from '../../evidence/retrieval/index.ts';
import { phrasesIn } from './phrases.ts';
import type { Asked } from './read-question.ts';
import type { VerifiedAnswer } from './threads/protocol.ts';

/** The options of one question that an answer shows: those that most people chose. */
const optionsMax = 10;

/** What the numbers of a survey say about the topic of a question. A scope of tags or people has no numbers. */
export async function readSurveyNumbers(
  db: Db,
  scope: MaterialScope,
  { mode, topics }: Asked,
): Promise<QuestionNumbers[]> {
  const filter = writtenIn(scope);
  const terms = topics.filter(({ isGeneral }) => !isGeneral);
  if (mode !== 'question' || !filter || isSelective(scope) || terms.length === 0) return [];
  // A survey question with one of several words is often about something else.
  const termsMin = Math.floor(terms.length / 2) + 1;
  const found = await scope.responses.countAbout(db, filter, termQueries(terms), termsMin);
  return found.map((numbers) => ({ ...numbers, options: numbers.options.slice(0, optionsMax) }));
}

/** If no words answer the question, the numbers do. The passages that are closest remain, as related ones. */
export function answerWithNumbers(
  answer: VerifiedAnswer,
  [first]: QuestionNumbers[],
  language: string | null,
): VerifiedAnswer {
  const option = first && mostChosen(first);
  if (answer.answered || !first || !option) return answer;
  const { inSurvey, related } = phrasesIn(language);
  const lead = inSurvey(
    option.count,
    first.answered,
    escapeMarkdown(option.text),
    escapeMarkdown(first.question),
  );
  const quoted = answer.content.indexOf('\n> ');
  const rest = quoted < 0 ? '' : `\n\n### ${related}\n${answer.content.slice(quoted)}`;
  return { ...answer, content: `${lead}${rest}`, answered: true };
}

export const mostChosen = ({ options }: QuestionNumbers) => options.toSorted((a, b) => b.count - a.count)[0];
