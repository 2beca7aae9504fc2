import { escapeMarkdown } from '../../../../evidence/markdown/index.ts';
import { countBySpeaker } from '../analysis.ts';
import type { Cue } from '../cues.ts';
import { expresses } from '../opinions.ts';
import { byScore } from './quotations.ts';
import { heading, join, nameSpeakers, type SectionContext, writeTheme } from './section.ts';

const keyQuotesMax = 6;

/** A section for each theme. */
export function themeSections(context: SectionContext): string {
  const { themes } = context.analysis;
  return themes.length > 0
    ? join(themes.map((theme) => writeTheme(context, 2, theme)))
    : keyPassages(context);
}

/** One section for the themes that no section has shown yet. */
export function otherThemesSection(context: SectionContext): string {
  const { analysis, phrases, shownThemes } = context;
  if (analysis.themes.length === 0) return keyPassages(context);
  const others = analysis.themes.filter(({ label }) => !shownThemes.has(label));
  if (others.length === 0) return '';
  return join(
    heading(2, phrases.otherThemes),
    others.map((theme) => writeTheme(context, 3, theme)),
  );
}

/** The best passages, for material without themes. */
function keyPassages({ analysis, phrases, quotations }: SectionContext): string {
  const all = analysis.passages.map((_, at) => at);
  const quotes = quotations.choose(byScore(analysis, all), keyQuotesMax);
  return quotes.length > 0 ? join(heading(2, phrases.keyPassages), quotes) : '';
}

/** A table with the numbers of each theme. */
export function themeTableSection({ analysis, phrases }: SectionContext): string {
  const { themes, judgements } = analysis;
  if (themes.length === 0) return '';
  const rows = themes.map(({ label, members }) => {
    const speakers = countBySpeaker(analysis, members);
    const count = (opinion: Cue) => members.filter((at) => expresses(judgements[at], opinion)).length;
    return [
      escapeMarkdown(label),
      speakers.length,
      members.length,
      count('struggle'),
      count('praise'),
      nameSpeakers(speakers),
    ];
  });
  const table = [phrases.table, phrases.table.map(() => '---'), ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  );
  return join(heading(2, phrases.glance), table.join('\n'));
}
