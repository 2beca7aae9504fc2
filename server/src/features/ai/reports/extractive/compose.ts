import type { Phrases } from '../phrases.ts';
import type { Analysis } from './analysis.ts';
import type { Cue } from './cues.ts';
import { answerSection } from './sections/answer.ts';
import { type MethodCounts, methodSection } from './sections/method.ts';
import { disagreementSection, opinionSection } from './sections/opinions.ts';
import { createQuotations } from './sections/quotations.ts';
import type { SectionContext } from './sections/section.ts';
import { speakerSection } from './sections/speakers.ts';
import { otherThemesSection, themeSections, themeTableSection } from './sections/themes.ts';

/** Writes the sections of a report, in the order of the calls. Except for opposite opinions, no passage is quoted twice. */
export function createComposer(analysis: Analysis, phrases: Phrases) {
  const quotations = createQuotations(analysis);
  const context: SectionContext = { analysis, phrases, quotations, shownThemes: new Set() };
  return {
    namedSegments: quotations.namedSegments,
    answer: () => answerSection(context),
    opinions: (title: string, opinion: Cue, except?: Cue) => opinionSection(context, title, opinion, except),
    disagreements: () => disagreementSection(context),
    allThemes: () => themeSections(context),
    otherThemes: () => otherThemesSection(context),
    bySpeaker: () => speakerSection(context),
    glance: () => themeTableSection(context),
    method: (counts: MethodCounts) => methodSection(context, counts),
  };
}
