import { combine, dot } from '../../../../platform/ai/text-analysis/index.ts';
import { escapeMarkdown } from '../../../evidence/markdown/index.ts';
import type { AnswerDraft, AnswerPassage, RelatedRecord } from '../answer.ts';
import { type Phrases, phrasesIn } from '../phrases.ts';
import { type Decision, decide } from './decide.ts';
import { excerptOf, wordCount } from './excerpt.ts';
import { groupByTheme, groupPassages, themedPassagesMin } from './group-passages.ts';
import { topicOf } from './topic.ts';

export interface ComposeRequest {
  question: string;
  /** The language of the answer: that of the question. */
  language: string | null;
  /** `overview`: the question is about the material as a whole. `empty`: it has no words to look for. */
  mode: 'question' | 'overview' | 'empty';
  /** An overview of criticism or of praise only. */
  leaning: 'negative' | 'positive' | undefined;
  asksFor: 'others' | 'reasons' | undefined;
  /** Who was quoted in the previous answer. */
  quotedSpeakers: string[];
  /** Participants whom the question names: only their words answer it. */
  named: string[];
  /** A person whom the question names and who does not speak in the material. */
  unknownPerson: string | undefined;
  passages: AnswerPassage[];
  hasMeaning: boolean;
  terms: { stem: string; surface: string; documents: number; weight: number }[];
  records: RelatedRecord[];
  participantCount: number;
  documentCount: number;
  /** The language of each file. */
  languages: Record<string, string | null>;
  /** The embeddings of the passages by segment; empty without an embedding model. */
  vectors: Map<string, Float32Array>;
}

const quotesMax = {
  short: 5,
  themed: 8,
  theme: 3,
  speaker: 3,
  closest: 5,
  withRelated: 5,
  overview: 6,
  missing: 12,
};
const namesMax = 6;
/** Fewer words are no evidence: “Yes, sure.” */
const wordsMin = 4;
const recordsShown = 3;
const recordCoverageMin = 0.5;

/** Composes an answer from passages of the transcripts. Deterministic. */
export function composeAnswer(request: ComposeRequest): AnswerDraft {
  const phrases = phrasesIn(request.language);
  if (request.mode === 'empty') return { text: phrases.noWords, answered: false, namedSegments: {} };
  if (request.unknownPerson)
    return {
      text: phrases.noPerson(escapeMarkdown(request.unknownPerson)),
      answered: false,
      namedSegments: {},
    };
  const evidence = evidenceIn(request);
  const quoting = createQuoting(request);
  if (request.mode === 'overview' && evidence.length > 0)
    return composeOverview(request, evidence, quoting, phrases);
  const decision = decide(evidence, request.terms, request.hasMeaning);
  const relevant = narrow(decision.relevant, request);
  if (relevant.length > 0) return composeFound(request, { ...decision, relevant }, quoting, phrases);
  return composeNotFound(request, evidence, decision.relevant.length > 0, quoting, phrases);
}

/** The passages that can be quoted: of those whom the question names, else of everyone. */
export function evidenceIn({ passages, named, asksFor }: ComposeRequest): AnswerPassage[] {
  const speakers = new Set(asksFor === 'others' ? [] : named);
  return passages.filter(
    (passage) => isEvidence(passage) && (speakers.size === 0 || speakers.has(passage.speakerName)),
  );
}

/** Questions of participants and remarks of a few words are not evidence. A written answer can be one word. */
const isEvidence = ({ segment, isDocument, isWritten }: AnswerPassage) =>
  isDocument ||
  isWritten ||
  (wordCount(segment.text) >= wordsMin && !/[?？؟]["'”’»)\s]*$/u.test(segment.text));

const cause =
  /\b(because|since|due to|so that|that['’]s why|the reason|reason is|weil|denn|deshalb|deswegen|darum|parce que|car|puisque|porque|por eso|ya que|perché|siccome|pois|omdat|doordat|daarom)\b/iu;

function narrow(found: AnswerPassage[], { asksFor, quotedSpeakers }: ComposeRequest): AnswerPassage[] {
  if (asksFor === 'others') return found.filter(({ speakerName }) => !quotedSpeakers.includes(speakerName));
  if (asksFor !== 'reasons') return found;
  const reasons = found.filter(({ segment }) => cause.test(segment.text));
  return reasons.length > 0 ? reasons : found;
}

function composeFound(
  request: ComposeRequest,
  { relevant, related }: Decision,
  { quote, namedSegments }: Quoting,
  phrases: Phrases,
): AnswerDraft {
  const names = [...new Set(relevant.map(({ speakerName }) => speakerName))];
  const people = [...new Set(relevant.filter((one) => !one.isDocument).map((one) => one.speakerName))];
  const surfaces = request.terms.filter(({ documents }) => documents > 0).map(({ surface }) => surface);
  const topic = topicOf(request.question, request.language, surfaces);
  const isNamed = request.asksFor !== 'others' && request.named.length > 0;
  const first = isNamed
    ? phrases.namedSpeak(list(people, phrases), people.length, topic)
    : people.length > 0
      ? phrases.speak(
          people.length,
          Math.max(request.participantCount, people.length),
          'participants',
          topic,
          list(people, phrases),
        )
      : phrases.speak(
          names.length,
          Math.max(request.documentCount, names.length),
          'documents',
          topic,
          list(names, phrases),
        );
  const sides = opposedViews(relevant);
  const left = relevant.filter((one) => !sides?.flat().includes(one));
  const count = left.length < themedPassagesMin ? quotesMax.short : quotesMax.themed;
  const shown = chooseShown(left, count - (sides?.flat().length ?? 0));
  const body = (otherwise?: string) =>
    groupPassages(shown, request, phrases).flatMap(({ heading = otherwise, passages }) => [
      ...(heading ? [`### ${escapeMarkdown(heading)}`] : []),
      ...bySpeaker(passages).map(quote),
    ]);
  const differing = () =>
    sides
      ? [
          `### ${phrases.differ}`,
          `${phrases.positive}:`,
          ...sides[0].map(quote),
          `${phrases.negative}:`,
          ...sides[1].map(quote),
        ]
      : [];
  // The passage that fits best is among the first that a reader sees.
  const isBestDisputed = relevant[0] !== undefined && sides?.flat().includes(relevant[0]);
  const found = isBestDisputed
    ? [...differing(), ...body(phrases.otherPassages)]
    : [...body(), ...differing()];
  const rest = left.length - shown.length;
  const near =
    request.asksFor === 'others'
      ? []
      : chooseShown(related, Math.max(0, quotesMax.withRelated - relevant.length));
  return {
    text: [
      first,
      ...found,
      ...(rest > 0 ? [phrases.more(rest)] : []),
      ...(near.length > 0 ? [`### ${phrases.related}`, ...bySpeaker(near).map(quote)] : []),
      ...relatedRecords(request.records, phrases),
    ].join('\n\n'),
    answered: true,
    namedSegments,
  };
}

/** Less similar passages have nothing to do with the question. */
const closeSimilarityMin = 0.25;
const isClose = ({ coverageInContext, similarity, askedSimilarity, sentenceSimilarity }: AnswerPassage) =>
  coverageInContext > 0 || Math.max(similarity, askedSimilarity, sentenceSimilarity) >= closeSimilarityMin;

function composeNotFound(
  { records, passages }: ComposeRequest,
  evidence: AnswerPassage[],
  othersAreMissing: boolean,
  { quote, namedSegments }: Quoting,
  phrases: Phrases,
): AnswerDraft {
  const related = relatedRecords(records, phrases);
  if (othersAreMissing) return { text: phrases.noOthers, answered: false, namedSegments };
  if (passages.length === 0 && related.length > 0)
    return { text: [phrases.onlyRecords, ...related.slice(1)].join('\n\n'), answered: true, namedSegments };
  const closest = chooseShown(evidence.filter(isClose), quotesMax.closest).map(quote);
  const shown = closest.length > 0 ? [phrases.closest, ...closest] : [phrases.nothingClose];
  return { text: [phrases.noAnswer, ...shown, ...related].join('\n\n'), answered: false, namedSegments };
}

function composeOverview(
  request: ComposeRequest,
  all: AnswerPassage[],
  { quote, namedSegments }: Quoting,
  phrases: Phrases,
): AnswerDraft {
  const { participantCount, documentCount, leaning } = request;
  const evidence = leaning ? leaningPassages(all, leaning) : all;
  if (leaning && evidence.length === 0) return { text: phrases.noAnswer, answered: false, namedSegments };
  const people = [...new Set(evidence.map(({ speakerName }) => speakerName))];
  const ordered = leaning ? evidence : byImportance(evidence, request.vectors);
  const groups = groupByTheme(ordered, { ...request, terms: [] }, phrases);
  const themes = groups.filter(({ isTheme }) => isTheme);
  const shown = themes.map((theme) => ({
    ...theme,
    passages: chooseSpread(theme.passages, quotesMax.theme),
  }));
  const taken = new Set(shown.flatMap(({ passages }) => passages));
  const quoted = new Set([...taken].map(({ speakerName }) => speakerName));
  // Everyone is quoted at least once, if there are not too many.
  const missing = ordered.filter(({ speakerName }) => !quoted.has(speakerName));
  const others = ordered.filter((one) => !taken.has(one) && !missing.includes(one));
  const places = Math.max(
    quotesMax.overview - taken.size,
    Math.min(quotesMax.missing, new Set(missing.map(({ speakerName }) => speakerName)).size),
  );
  const added = chooseSpread([...missing, ...others], places);
  if (added.length > 0)
    shown.push({
      heading: themes.length > 0 ? phrases.otherPassages : undefined,
      passages: added,
      isTheme: false,
    });
  const count = shown.reduce((sum, { passages }) => sum + passages.length, 0);
  const first = leaning
    ? phrases.lean(leaning, people.length, Math.max(participantCount, people.length), list(people, phrases))
    : phrases.overview(participantCount, documentCount, {
        themes: themes.length,
        shown: count,
        passages: evidence.length,
      });
  return {
    text: [
      first,
      ...shown.flatMap(({ heading, passages }) => [
        ...(heading ? [`### ${escapeMarkdown(heading)}`] : []),
        ...bySpeaker(passages).map(quote),
      ]),
    ].join('\n\n'),
    answered: true,
    namedSegments,
  };
}

/** Passages of many speakers first: one of each, then a second one of each. */
function chooseSpread(passages: AnswerPassage[], count: number): AnswerPassage[] {
  const chosen: AnswerPassage[] = [];
  for (let each = 1; each <= quotesMax.speaker && chosen.length < count; each++) {
    const left = passages.filter(({ segment }) => !chosen.some((one) => one.segment.text === segment.text));
    chosen.push(...chooseShown(left, count - chosen.length, 1));
  }
  return chosen;
}

/** What resembles most of the material first; without embeddings the longest first. */
function byImportance(passages: AnswerPassage[], vectors: Map<string, Float32Array>): AnswerPassage[] {
  const own = passages.flatMap(({ segment }) => vectors.get(segment.id) ?? []);
  const mean =
    own.length === passages.length && own.length > 0
      ? combine(own.map((vector) => ({ vector, weight: 1 })))
      : undefined;
  const importanceOf = ({ segment }: AnswerPassage) => {
    const vector = vectors.get(segment.id);
    return mean && vector ? dot(vector, mean) : wordCount(segment.text) / 1_000;
  };
  return passages.toSorted((a, b) => importanceOf(b) - importanceOf(a));
}

const leaningScoreMin = 0.3;

/** What is said in that mood, the strongest first. */
const leaningPassages = (passages: AnswerPassage[], leaning: 'negative' | 'positive') => {
  const strength = ({ sentiment }: AnswerPassage) =>
    (sentiment?.score ?? 0) * (leaning === 'negative' ? -1 : 1);
  return passages.filter((one) => strength(one) >= leaningScoreMin).sort((a, b) => strength(b) - strength(a));
};

interface Quoting {
  quote(passage: AnswerPassage): string;
  namedSegments: Record<string, string[]>;
}

function createQuoting({ terms, languages }: ComposeRequest): Quoting {
  const namedSegments: Record<string, string[]> = {};
  const stems = terms.map(({ stem }) => stem);
  return {
    namedSegments,
    quote({ segment, file_id }) {
      const id = `cit_${Object.keys(namedSegments).length + 1}`;
      namedSegments[id] = [segment.id];
      const words = excerptOf(segment.text, languages[file_id] ?? null, stems);
      return `> ${escapeMarkdown(words.replace(/\s+/g, ' '))} [${id}]`;
    },
  };
}

const list = (names: string[], { and }: Phrases): string => {
  if (names.length > namesMax) return '';
  const escaped = names.map(escapeMarkdown);
  const last = escaped.pop() ?? '';
  return escaped.length > 0 ? `${escaped.join(', ')} ${and} ${last}` : last;
};

/** The best first, but at most a few of one speaker. */
function chooseShown(
  passages: AnswerPassage[],
  count: number,
  perSpeakerMax = quotesMax.speaker,
): AnswerPassage[] {
  const perSpeaker = new Map<string, number>();
  const chosen: AnswerPassage[] = [];
  for (const passage of passages) {
    const said = perSpeaker.get(passage.speakerName) ?? 0;
    if (said >= perSpeakerMax || chosen.length >= count) continue;
    if (chosen.some((other) => other.segment.text === passage.segment.text)) continue;
    perSpeaker.set(passage.speakerName, said + 1);
    chosen.push(passage);
  }
  return chosen;
}

/** Passages of one speaker together, each speaker in the order of time. */
function bySpeaker(passages: AnswerPassage[]): AnswerPassage[] {
  const order = [...new Set(passages.map(({ speakerName }) => speakerName))];
  return passages.toSorted(
    (a, b) =>
      order.indexOf(a.speakerName) - order.indexOf(b.speakerName) ||
      (a.file_id < b.file_id ? -1 : a.file_id > b.file_id ? 1 : 0) ||
      a.segment.start_seconds - b.segment.start_seconds,
  );
}

const opposedScoreMin = 0.4;

/** One or two passages of each side, if participants disagree. */
function opposedViews(relevant: AnswerPassage[]): [AnswerPassage[], AnswerPassage[]] | undefined {
  const of = (label: 'positive' | 'negative') =>
    relevant.filter(
      ({ sentiment }) => sentiment?.label === label && Math.abs(sentiment.score) >= opposedScoreMin,
    );
  const [positive] = of('positive');
  const negative = of('negative').find((one) => one.speakerName !== positive?.speakerName);
  return positive && negative ? [[positive], [negative]] : undefined;
}

/** Notes and other records are named, not quoted: quotations are words of participants. */
function relatedRecords(records: RelatedRecord[], phrases: Phrases): string[] {
  const shown = records.filter(({ coverage }) => coverage >= recordCoverageMin).slice(0, recordsShown);
  if (shown.length === 0) return [];
  const lines = shown.map(({ type, title, text }) => {
    // The beginning of a report says nothing about the part that matched.
    const start = type === 'report' ? '' : text.replace(/\s+/g, ' ').trim();
    const said = start.length > 160 ? `${start.slice(0, 160).replace(/\s+\S*$/, '')}…` : start;
    const name = title?.trim() ? `*${escapeMarkdown(title.trim())}*${start ? ': ' : ''}` : '';
    return `- ${phrases.recordTypes[type]} ${name}${escapeMarkdown(said)}`.trimEnd();
  });
  return [phrases.records, lines.join('\n')];
}
