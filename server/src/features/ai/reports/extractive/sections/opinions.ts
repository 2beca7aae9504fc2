import { passagesWith, themesWith } from '../analysis.ts';
import type { Cue } from '../cues.ts';
import { expresses } from '../opinions.ts';
import { byScore } from './quotations.ts';
import {
  countPassages,
  describePassages,
  heading,
  join,
  type SectionContext,
  writeTheme,
} from './section.ts';

const opinionThemesMax = 5;
const otherQuotesMax = 4;

/** The remarks of one kind by theme. Those that are also of the kind `except` have their own section. */
export function opinionSection(context: SectionContext, title: string, opinion: Cue, except?: Cue): string {
  const { analysis, phrases, quotations } = context;
  const members = passagesWith(analysis, opinion).filter(
    (at) => !except || !expresses(analysis.judgements[at], except),
  );
  if (members.length === 0) return join(heading(2, title), phrases.none);
  const themes = themesWith(analysis, members).slice(0, opinionThemesMax);
  const themed = new Set(themes.flatMap((theme) => theme.members));
  // The themes choose their quotations before the other remarks.
  const written = themes.map((theme) => writeTheme(context, 3, theme));
  const others = byScore(
    analysis,
    members.filter((at) => !themed.has(at)),
  );
  const quotes = quotations.choose(others, otherQuotesMax);
  if (themes.length === 0) return join(heading(2, title), describePassages(context, members, quotes), quotes);
  return join(
    heading(2, title),
    countPassages(context, members),
    written,
    others.length > 0
      ? [heading(3, phrases.otherRemarks), describePassages(context, others, quotes), ...quotes]
      : '',
  );
}

/** Opposite opinions about the same theme. */
export function disagreementSection({ analysis, phrases, quotations: { quote } }: SectionContext): string {
  const { disagreements } = analysis;
  if (disagreements.length === 0) return '';
  return join(
    heading(2, phrases.disagreements),
    disagreements.map(({ label, positive, negative }) =>
      join(
        heading(3, label),
        `**${phrases.positive}**`,
        positive.map(quote),
        `**${phrases.negative}**`,
        negative.map(quote),
      ),
    ),
  );
}
