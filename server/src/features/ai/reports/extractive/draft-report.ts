import type { Draft, DraftRequest, Template } from '../draft.ts';
import { phrasesIn } from '../phrases.ts';
import { titleFrom } from '../title.ts';
import { comparePassages, type Embed } from './compare-passages.ts';
import { createComposer } from './compose.ts';
import type { Cue } from './cues.ts';
import { findAnswers } from './find-answers.ts';
import { findDisagreements } from './find-disagreements.ts';
import { findReportThemes } from './find-themes.ts';
import { judgePassages } from './opinions.ts';
import { readPassages } from './passages.ts';
import { samplePassages } from './sample-passages.ts';
import { summarize } from './summarize.ts';

/** The languages whose meaning the embedding model knows. In others, words are compared. */
const embeddedLanguages = /^en\b/i;

/** Composes a report from sentences of the transcripts. Deterministic. */
export async function draftReport(request: DraftRequest, embed?: Embed): Promise<Draft> {
  const { prompt, template, sources, skipped } = request;
  const phrases = phrasesIn(request.language);
  const all = readPassages(sources, request.language);
  const passages = samplePassages(all, prompt);
  const usedEmbed = mostAre(passages.map(({ language }) => embeddedLanguages.test(language ?? '')))
    ? embed
    : undefined;
  const comparison = await comparePassages(passages, prompt, usedEmbed);
  const judgements = judgePassages(passages, comparison.own);
  const themes = await findReportThemes(comparison, usedEmbed);
  const answers = findAnswers(comparison, judgements);
  const disagreements = findDisagreements(comparison, themes, judgements);
  const analysis = { ...comparison, judgements, themes, answers, disagreements };
  const compose = createComposer(analysis, phrases);

  const answer = compose.answer();
  const opposed = () => compose.disagreements();
  const struggles = (except?: Cue) => compose.opinions(phrases.struggles, 'struggle', except);
  const liked = () => compose.opinions(phrases.worked, 'praise');
  const wishes = () => compose.opinions(phrases.wishes, 'wish');
  const bodies: Record<Template, () => string[]> = {
    summary: () => [answer, struggles(), liked(), opposed(), compose.otherThemes(), compose.glance()],
    usability: () => [
      answer,
      struggles('wish'),
      liked(),
      wishes(),
      opposed(),
      compose.otherThemes(),
      compose.glance(),
    ],
    interview: () => [
      answer,
      compose.allThemes(),
      struggles(),
      liked(),
      opposed(),
      compose.bySpeaker(),
      compose.glance(),
    ],
    survey: () => [answer, compose.glance(), compose.allThemes(), struggles(), liked(), opposed()],
  };
  const body = bodies[template]().filter(Boolean);
  const method = compose.method({ compared: passages.length, all: all.length, skipped: skipped.length });
  return {
    title: titleFrom(prompt),
    summary: summarize(analysis, sources.length, phrases),
    body: [...body, method].join('\n\n'),
    namedSegments: compose.namedSegments,
  };
}

const mostAre = (values: boolean[]) => values.filter(Boolean).length * 2 > values.length;
