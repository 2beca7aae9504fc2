import { fill } from '../summarize.ts';
import { heading, join, type SectionContext } from './section.ts';

export interface MethodCounts {
  compared: number;
  all: number;
  skipped: number;
  /** Says where the quotations are. */
  quotedIn: string;
}

/** How the report was written, and what it did not read. */
export const methodSection = (
  { analysis, phrases }: SectionContext,
  { compared, all, skipped, quotedIn }: MethodCounts,
): string =>
  join(
    heading(2, phrases.method),
    `${analysis.vectors ? phrases.methodMeaning : phrases.methodWords} ${phrases.methodText.replace('{source}', () => quotedIn)}`,
    compared < all ? fill(phrases.compared, compared, all) : '',
    skipped > 0 ? `${phrases.notRead}: ${skipped}.` : '',
  );
