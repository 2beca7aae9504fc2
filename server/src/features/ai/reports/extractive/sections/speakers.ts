import { countBySpeaker } from '../analysis.ts';
import { byScore } from './quotations.ts';
import { heading, join, type SectionContext, speakersMax } from './section.ts';

const speakerQuotesMax = 2;

/** Quotations of each participant that no section has shown yet. */
export function speakerSection({ analysis, phrases, quotations }: SectionContext): string {
  const all = analysis.passages.map((_, at) => at);
  const parts = countBySpeaker(analysis, all)
    .slice(0, speakersMax)
    .map(([name]) => {
      const own = all.filter((at) => analysis.passages[at]?.speakerName === name);
      const quotes = quotations.choose(byScore(analysis, own), speakerQuotesMax);
      return quotes.length > 0 ? join(heading(3, name), quotes) : '';
    });
  return parts.some(Boolean) ? join(heading(2, phrases.bySpeaker), parts) : '';
}
