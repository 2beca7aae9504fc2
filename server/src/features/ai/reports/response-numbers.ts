import type { QuestionNumbers } from '../../evidence/index.ts';
import { escapeMarkdown } from '../../evidence/markdown/index.ts';
import { type ResponsePhrases, responsePhrasesIn } from './response-phrases.ts';

/** A section with a table for each question; empty without such questions. */
export function renderNumbers(numbers: QuestionNumbers[], language: string | null): string {
  if (numbers.length === 0) return '';
  const phrases = responsePhrasesIn(language);
  return [`## ${phrases.numbers}`, ...numbers.flatMap((one) => renderQuestion(one, phrases, language))].join(
    '\n\n',
  );
}

function renderQuestion(
  { question, type, answered, mean, options }: QuestionNumbers,
  phrases: ResponsePhrases,
  language: string | null,
): string[] {
  const decimal = (n: number) => formatDecimal(n, language);
  const isRanking = type === 'ranking';
  const cells = [
    [phrases.answer, isRanking ? phrases.meanPlace : phrases.responses],
    ['---', '---'],
    ...options.map(({ text, count, mean_place }) => [
      escapeMarkdown(text),
      isRanking ? decimal(mean_place) : String(count),
    ]),
  ];
  const average = mean === null ? '' : ` · ${phrases.mean}: ${decimal(mean)}`;
  return [
    `### ${escapeMarkdown(question.replace(/\s+/g, ' '))}`,
    `${phrases.responses}: ${answered}${average}.`,
    cells.map((row) => `| ${row.join(' | ')} |`).join('\n'),
  ];
}

function formatDecimal(n: number, language: string | null): string {
  const [locale = 'en'] = Intl.NumberFormat.supportedLocalesOf(
    (language ?? 'en').replace(/[^A-Za-z0-9-]/g, '') || 'en',
  );
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(n);
}

/** The numbers come first in a report about a survey. In others they follow the first section, which answers the question. */
export function insertNumbers(body: string, section: string, isSurvey: boolean): string {
  if (!section) return body;
  const at = isSurvey ? -1 : body.indexOf('\n## ', 1);
  return at < 0 ? `${section}\n\n${body}` : `${body.slice(0, at)}\n${section}\n${body.slice(at)}`;
}
