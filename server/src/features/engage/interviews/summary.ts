import { createReader } from '../../../platform/ai/text-analysis/index.ts';
import { escapeMarkdown, type Source } from '../../evidence/index.ts';
import { type Citation, createQuoteIndex, verifyQuotes } from '../../evidence/quotes/index.ts';
import type { VersionContent } from '../tests/index.ts';
import type { Language } from './cues.ts';
import type { TurnRow } from './store.ts';
import { texts } from './templates.ts';

/** Markdown with `[cit_n]` after each quotation, and the segments in which the quotation should be. */
export interface SummaryDraft {
  text: string;
  namedSegments: Record<string, string[]>;
}

const quotesPerQuestion = 2;
const sentenceCharactersMax = 300;

/** A summary without a language model: for each question the most telling sentences of the answers, word for word. */
export function extractSummary(
  content: VersionContent,
  turns: TurnRow[],
  segmentIds: string[],
  language: Language,
): SummaryDraft {
  const namedSegments: SummaryDraft['namedSegments'] = {};
  const parts = content.questions.flatMap(({ id, text }) => {
    const quotes = turns.flatMap((turn, i) =>
      turn.role === 'participant' && turn.question_id === id && isTelling(turn)
        ? { quote: bestSentence(turn.text, language), segment: segmentIds[i] }
        : [],
    );
    const blocks = quotes.slice(0, quotesPerQuestion).flatMap(({ quote, segment }) => {
      if (!quote || !segment) return [];
      const citation = `cit_${Object.keys(namedSegments).length + 1}`;
      namedSegments[citation] = [segment];
      return `> ${escapeMarkdown(quote)} [${citation}]`;
    });
    return blocks.length > 0 ? [`**${escapeMarkdown(text.replace(/\s+/g, ' '))}**`, ...blocks] : [];
  });
  return { text: parts.join('\n\n'), namedSegments };
}

const isTelling = ({ reading }: Extract<TurnRow, { role: 'participant' }>) =>
  reading.kind === 'full' || reading.kind === 'short';

/** The longest sentence that is not too long, because it says most. */
function bestSentence(text: string, language: Language): string | undefined {
  const sentences = createReader(language).sentences(text);
  const fitting = sentences.filter((sentence) => sentence.text.length <= sentenceCharactersMax);
  return fitting.sort((a, b) => b.words - a.words)[0]?.text.replace(/\s+/g, ' ');
}

/** Quotations that are not in the transcript word for word lose their marks and are labelled. */
export function verifySummary(
  { text, namedSegments }: SummaryDraft,
  source: Source,
  language: Language,
): { summary: string | null; citations: Citation[] } {
  if (text === '') return { summary: null, citations: [] };
  const { texts: verified, citations } = verifyQuotes([text], {
    index: createQuoteIndex([source]),
    known: [],
    namedSegments,
    byPerson: false,
    marks: texts[language].marks,
    unverified: 'not verified',
  });
  return { summary: verified[0] ?? null, citations };
}
