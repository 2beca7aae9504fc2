import type { Draft, DraftRequest, Template } from '../draft.ts';
import { type Phrases, phrasesIn } from '../phrases.ts';
import { responsePhrasesIn } from '../response-phrases.ts';
import { titleFrom } from '../title.ts';
import { comparePassages, type Embedders } from './compare-passages.ts';
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
export async function draftReport(request: DraftRequest, embedders?: Embedders): Promise<Draft> {
  const { prompt, template, sources, skipped } = request;
  const phrases = phrasesIn(request.language);
  const all = readPassages(sources, request.language);
  const texts = describeSources(sources, request.language, phrases);
  if (all.length === 0) return draftWithoutPassages(prompt, texts, phrases);
  const passages = samplePassages(all, prompt);
  const used = mostAre(passages.map(({ language }) => embeddedLanguages.test(language ?? '')))
    ? embedders
    : undefined;
  const comparison = await comparePassages(passages, prompt, used?.meaning);
  const judgements = await judgePassages(passages, used?.mood);
  const themes = await findReportThemes(comparison, used?.meaning);
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
  const method = compose.method({
    compared: passages.length,
    all: all.length,
    skipped: skipped.length,
    quotedIn: texts.quotedIn,
  });
  return {
    title: titleFrom(prompt),
    summary: summarize(analysis, texts.read, phrases),
    body: [...body, method].join('\n\n'),
    namedSegments: compose.namedSegments,
  };
}

interface SourceTexts {
  /** “Files: 2 · Responses: 4” */
  read: string;
  quotedIn: string;
  onlyNumbers: string;
}

function describeSources(
  sources: DraftRequest['sources'],
  language: string | null,
  phrases: Phrases,
): SourceTexts {
  const { responses, source, onlyNumbers } = responsePhrasesIn(language);
  const written = sources.filter(({ kind }) => kind === 'response').length;
  const files = sources.length - written;
  const counts = [
    ...(files > 0 || written === 0 ? [`${phrases.files}: ${files}`] : []),
    ...(written > 0 ? [`${responses}: ${written}`] : []),
  ];
  const kind = written === 0 ? 'files' : files === 0 ? 'responses' : 'both';
  return { read: counts.join(' · '), quotedIn: source[kind], onlyNumbers };
}

/** Responses without written answers have only numbers, which the caller adds. */
const draftWithoutPassages = (
  prompt: string,
  { read, onlyNumbers }: SourceTexts,
  { method }: Phrases,
): Draft => ({
  title: titleFrom(prompt),
  summary: `${read}.`,
  body: `## ${method}\n\n${onlyNumbers}`,
  namedSegments: {},
});

const mostAre = (values: boolean[]) => values.filter(Boolean).length * 2 > values.length;
