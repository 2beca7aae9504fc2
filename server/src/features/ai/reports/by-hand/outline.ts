import type { Template } from '../draft.ts';
import { type Phrases, phrasesIn } from '../phrases.ts';

type Heading =
  | 'answer'
  | 'struggles'
  | 'worked'
  | 'wishes'
  | 'disagreements'
  | 'otherThemes'
  | 'bySpeaker'
  | 'glance';

/** The sections that a generated report with this template has. */
const headings: Record<Template, Heading[]> = {
  summary: ['answer', 'struggles', 'worked', 'disagreements', 'otherThemes'],
  usability: ['answer', 'struggles', 'worked', 'wishes', 'disagreements'],
  interview: ['answer', 'struggles', 'worked', 'disagreements', 'bySpeaker'],
  survey: ['answer', 'glance', 'struggles', 'worked', 'disagreements'],
};

/** The text of a report that a person begins with a template: its headings. */
export function outlineOf(template: Template, language: string | null): string {
  const phrases: Pick<Phrases, Heading> = phrasesIn(language);
  return headings[template].map((heading) => `## ${phrases[heading]}`).join('\n\n');
}
