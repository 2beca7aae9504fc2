import { escapeMarkdown } from '../../../evidence/markdown/index.ts';
import type { Phrases } from '../phrases.ts';
import { type Analysis, passagesWith, speakersOf, themesWith } from './analysis.ts';

const namedMax = { themes: 5, opinions: 3 };

export const fill = (text: string, n: number, all: number): string =>
  text.replace('{n}', String(n)).replace('{all}', String(all));

/** A few sentences, the last with `read`, the number of sources: who speaks about the question, the themes, what people struggle with and what they like. */
export function summarize(analysis: Analysis, read: string, phrases: Phrases): string {
  const all = speakersOf(analysis).size;
  const { themes, answers, question } = analysis;
  const list = (labels: string[]) => labels.map((label) => escapeMarkdown(label)).join(', ');
  const named = themes.slice(0, namedMax.themes).map(({ label, members }) => {
    const people = speakersOf(analysis, members).size;
    return `${escapeMarkdown(label)} (${all > 1 ? `${people}/${all}` : members.length})`;
  });
  const sentences = [
    question.parts.length === 0 || all < 2
      ? ''
      : answers.speakers.size === 0
        ? phrases.nobody
        : `${phrases.answer}: ${fill(phrases.people, answers.speakers.size, all)}.`,
    named.length > 0 ? `${phrases.mostCommon}: ${named.join(', ')}.` : '',
    ...(['struggle', 'praise'] as const).map((opinion) => {
      const labels = themesWith(analysis, passagesWith(analysis, opinion)).map(({ label }) => label);
      const heading = opinion === 'struggle' ? phrases.struggleWith : phrases.theyLike;
      return labels.length > 0 ? `${heading}: ${list(labels.slice(0, namedMax.opinions))}.` : '';
    }),
    `${read} · ${phrases.participants}: ${all} · ${phrases.passages[1]}: ${analysis.passages.length}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}
