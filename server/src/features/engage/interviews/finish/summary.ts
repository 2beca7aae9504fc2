import { createReader } from '../../../../platform/ai/text-analysis/index.ts';
import { escapeMarkdown, type Source } from '../../../evidence/index.ts';
import { type Citation, createQuoteIndex, verifyQuotes } from '../../../evidence/quotes/index.ts';
import type { VersionContent } from '../../tests/index.ts';
import type { Language } from '../plan/cues.ts';
import type { TurnRow } from '../store.ts';
import { texts } from '../wording/templates.ts';

/** Markdown with `[cit_n]` after each quotation, and the numbers of the turns in which the quotation should be. */
export interface SummaryDraft {
  text: string;
  namedTurns: Record<string, number[]>;
}

const quotesPerQuestion = 2;
const sentenceCharactersMax = 300;

/** A summary without a language model: for each question the most telling sentences of the answers, word for word. */
export function extractSummary(content: VersionContent, turns: TurnRow[], language: Language): SummaryDraft {
  const namedTurns: SummaryDraft['namedTurns'] = {};
  const parts = content.questions.flatMap(({ id, text }) => {
    const telling = turns.filter((turn) => turn.question_id === id && isTelling(turn));
    const blocks = telling.slice(0, quotesPerQuestion).flatMap((turn) => {
      const quote = bestSentence(turn.text, language);
      if (!quote) return [];
      const citation = `cit_${Object.keys(namedTurns).length + 1}`;
      namedTurns[citation] = [turn.number];
      return `> ${escapeMarkdown(quote)} [${citation}]`;
    });
    return blocks.length > 0 ? [`**${escapeMarkdown(text.replace(/\s+/g, ' '))}**`, ...blocks] : [];
  });
  return { text: parts.join('\n\n'), namedTurns };
}

const isTelling = ({ reading }: TurnRow) => reading?.kind === 'full' || reading?.kind === 'short';

/** The longest sentence that is not too long, because it says most. */
function bestSentence(text: string, language: Language): string | undefined {
  const sentences = createReader(language).sentences(text);
  const fitting = sentences.filter((sentence) => sentence.text.length <= sentenceCharactersMax);
  return fitting.sort((a, b) => b.words - a.words)[0]?.text.replace(/\s+/g, ' ');
}

export interface VerifiedSummary {
  summary: string | null;
  citations: Citation[];
}

/** Looks up every quotation in the transcript, whose segments are the turns in the same order. */
export function verifySummary(
  { text, namedTurns }: SummaryDraft,
  source: Source,
  language: Language,
): VerifiedSummary {
  if (text === '') return { summary: null, citations: [] };
  const segmentIds = (numbers: number[]) =>
    numbers.flatMap((number) => source.segments[number - 1]?.id ?? []);
  const { texts: verified, citations } = verifyQuotes([text], {
    index: createQuoteIndex([source]),
    known: [],
    namedSegments: Object.fromEntries(
      Object.entries(namedTurns).map(([citation, numbers]) => [citation, segmentIds(numbers)]),
    ),
    byPerson: false,
    marks: texts[language].marks,
    unverified: 'not verified',
  });
  return { summary: verified[0] ?? null, citations };
}
