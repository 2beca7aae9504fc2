import { escapeMarkdown } from '../../../../evidence/markdown/index.ts';
import type { Phrases } from '../../phrases.ts';
import { type Analysis, countBySpeaker, speakersOf } from '../analysis.ts';
import type { Theme } from '../find-themes.ts';
import { fill } from '../summarize.ts';
import type { Quotations } from './quotations.ts';

/** What every section of a report is written with. */
export interface SectionContext {
  analysis: Analysis;
  phrases: Phrases;
  quotations: Quotations;
  /** The labels of the themes that a section has shown. */
  shownThemes: Set<string>;
}

export const speakersMax = 12;
const themeQuotesMax = 3;

export const heading = (level: number, text: string): string =>
  `${'#'.repeat(level)} ${escapeMarkdown(text)}`;

export const join = (...parts: (string | string[])[]): string => parts.flat().filter(Boolean).join('\n\n');

export const nameSpeakers = (speakers: [string, number][]): string =>
  speakers
    .slice(0, speakersMax)
    .map(([name, count]) => `${escapeMarkdown(name)} ${count}`)
    .join(', ') + (speakers.length > speakersMax ? ' …' : '');

/** “3 of 8 people, 5 passages: Ada 3, Ben 1, Cleo 1.” */
export function countPassages({ analysis, phrases }: SectionContext, members: number[]): string {
  const speakers = countBySpeaker(analysis, members);
  const allSpeakers = speakersOf(analysis).size;
  const count = `${members.length} ${phrases.passages[members.length === 1 ? 0 : 1]}`;
  if (allSpeakers < 2) return `${count}.`;
  return `${fill(phrases.people, speakers.length, allSpeakers)}, ${count}: ${nameSpeakers(speakers)}.`;
}

/** The numbers of these passages, and where those are that are not among the quotes. Call it after the quotes were chosen. */
export function describePassages(context: SectionContext, members: number[], quotes: string[]): string {
  const { phrases, quotations } = context;
  const left = members.filter((at) => !quotations.isUsed(at)).length;
  const above = members.length - quotes.length - left;
  const all = above === members.length;
  const elsewhere = [
    above > 0 ? (all ? phrases.quotedAbove : fill(phrases.someQuotedAbove, above, above)) : '',
    left > 0 ? fill(phrases.notShown, left, left) : '',
  ];
  return [countPassages(context, members), ...elsewhere.filter(Boolean)].join(' ');
}

/** A theme, or the part of it that a section is about. */
export function writeTheme(context: SectionContext, level: number, { label, members }: Theme): string {
  context.shownThemes.add(label);
  const quotes = context.quotations.choose(members, themeQuotesMax);
  return join(heading(level, label), describePassages(context, members, quotes), quotes);
}
