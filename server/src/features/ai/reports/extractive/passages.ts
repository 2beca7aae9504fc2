import {
  createReader,
  detectLanguage,
  isSmallTalk,
  type Reader,
  type Word,
} from '../../../../platform/ai/text-analysis/index.ts';
import { interviewersOf, isQuestion, type Source, type SourceSegment } from '../../../evidence/index.ts';
import { frameTurnsOf } from './frame-turns.ts';

/** One or a few sentences of a segment, unchanged, so that they can be quoted. */
export interface Passage {
  text: string;
  words: number;
  terms: (Word | null)[];
  segment: SourceSegment;
  source_id: string;
  language: string | null;
  /** The speaker, unique across all files. */
  speakerName: string;
  isQuestion: boolean;
  /** The question of the interviewer before it. */
  question: string | null;
  /** The terms of the question and of the whole turn. */
  turnTerms: string[];
  isSmallTalk: boolean;
}

/** Sentences with fewer words, or with fewer words that carry a topic, are joined with an adjacent one. */
const wordsMin = 7;
const topicWordsMin = 2;
/** Sentences are not joined to longer passages. */
const joinedWordsMax = 40;
const questionLengthMax = 300;
/** After this many words of an answer, further segments may be about something else. */
const answerWords = 25;
/** A sentence that begins like this is not understood without the one before. */
const dependentStart =
  /^(it|its|it's|they|they're|that|that's|this|these|those|then|so|but|and|because|which|or|also|he|she)(?!\p{L})/iu;

/** What participants say: without the interviewers and without small talk. If that would be nothing, everything. */
export function readPassages(sources: Source[], language: string | null): Passage[] {
  const read = sources.map((source) => readSource(source, language));
  const said = read.flatMap(({ participants }) => participants);
  const found = said.filter(({ isSmallTalk: isChat }) => !isChat);
  if (found.length > 0) return found;
  return said.length > 0 ? said : read.flatMap(({ interviewers }) => interviewers);
}

function readSource(source: Source, language: string | null) {
  const text = source.segments.map((segment) => segment.text).join(' ');
  const reader = createReader(source.language ?? detectLanguage(text) ?? language);
  const interviewers = interviewersOf(source.segments);
  const frameTurns = frameTurnsOf(source, interviewers);
  let question: string | null = null;
  let answered = 0;
  const passages = source.segments.flatMap((segment) => {
    if (interviewers.has(segment.speaker)) {
      question = questionIn(segment.text, reader);
      answered = 0;
    }
    const isFrame = frameTurns.has(segment.id);
    const found = passagesOf({ source, segment, reader, question, isFrame });
    if (!interviewers.has(segment.speaker)) answered += found.reduce((sum, { words }) => sum + words, 0);
    if (answered > answerWords) question = null;
    return found;
  });
  const isInterviewer = ({ segment }: Passage) => interviewers.has(segment.speaker);
  return {
    participants: passages.filter((passage) => !isInterviewer(passage)),
    interviewers: passages.filter(isInterviewer),
  };
}

/** The last sentences of a turn, if they have a topic: “And then?” does not. */
function questionIn(turn: string, reader: Reader): string | null {
  const text = reader
    .sentences(turn)
    .slice(-2)
    .map((sentence) => sentence.text)
    .join(' ');
  return text.length <= questionLengthMax && reader.words(text).some(Boolean) ? text : null;
}

interface Place {
  source: Source;
  segment: SourceSegment;
  reader: Reader;
  question: string | null;
  /** Whether the turn is at the beginning or the end, and not about the topic. */
  isFrame: boolean;
}

function passagesOf({ source, segment, reader, question, isFrame }: Place): Passage[] {
  const countTopicWords = (text: string) => reader.words(text).filter(Boolean).length;
  const groups: { from: number; to: number; words: number; isWeak: boolean }[] = [];
  let at = 0;
  for (const { text, words } of reader.sentences(segment.text)) {
    const from = segment.text.indexOf(text, at);
    at = from + text.length;
    const last = groups.at(-1);
    const isDependent = dependentStart.test(text);
    const isWeak = words < wordsMin || (reader.hasStopWords && countTopicWords(text) < topicWordsMin);
    if (last && (isDependent || isWeak || last.isWeak) && last.words + words <= joinedWordsMax) {
      last.to = at;
      last.words += words;
      last.isWeak &&= isWeak;
    } else groups.push({ from, to: at, words, isWeak: isWeak || (isDependent && words < 2 * wordsMin) });
  }
  const turnTerms = reader.words(`${question ?? ''} ${segment.text}`).flatMap((word) => word?.term ?? []);
  return groups.map(({ from, to, words }) => {
    const text = segment.text.slice(from, to);
    return {
      text,
      words,
      terms: reader.words(text),
      segment,
      source_id: source.id,
      language: reader.language,
      speakerName: speakerNameOf(source, segment),
      isQuestion: isQuestion(text),
      question,
      turnTerms,
      isSmallTalk: isFrame || isSmallTalk(text, words, reader.language, countTopicWords),
    };
  });
}

/** Generic labels such as “Speaker 1” are different people in different files. Names are the same person. */
function speakerNameOf(source: Source, { speaker }: SourceSegment): string {
  if (speaker === 'Document') return source.name;
  const isGeneric = /^(speaker|sprecher|locuteur|participant|p)?\s*[\dA-Z]{0,2}$/i.test(speaker);
  return isGeneric ? `${speaker} (${source.name})` : speaker;
}
