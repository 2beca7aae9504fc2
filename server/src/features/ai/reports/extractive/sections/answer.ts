import { speakersOf } from '../analysis.ts';
import { fill } from '../summarize.ts';
import { heading, join, type SectionContext } from './section.ts';

/** What answers the question of the report, or the passages that come closest. */
export function answerSection({ analysis, phrases, quotations: { quote } }: SectionContext): string {
  const { quoted, speakers, related, closest } = analysis.answers;
  if (quoted.length === 0)
    return join(
      heading(2, phrases.answer),
      closest.length > 0 ? phrases.closest : phrases.noMatch,
      closest.map(quote),
    );
  const allSpeakers = speakersOf(analysis).size;
  const about = analysis.question.parts.length > 0 && allSpeakers > 1;
  return join(
    heading(2, phrases.answer),
    about ? fill(phrases.about, speakers.size, allSpeakers) : '',
    quoted.map(quote),
    related.length > 0 ? [phrases.related, ...related.map(quote)] : '',
  );
}
