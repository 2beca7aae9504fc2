import {
  createReader,
  detectLanguage,
  isSmallTalk,
  type Reader,
} from '../../../../platform/ai/text-analysis/index.ts';
import type { Transcript } from '../proposal.ts';

/** One or a few sentences of a participant: the smallest passage that gets a tag. */
export interface Sentence {
  /** Indexes into the transcripts of the request and the segments of the transcript. */
  transcript: number;
  segment: number;
  /** Offsets in the text of the segment, in code points. */
  start: number;
  end: number;
  text: string;
  speaker: string;
  /** An index into the answers. */
  answer: number;
  /** The topic words, in the form in which words are compared. */
  terms: Set<string>;
  language: string | null;
}

/** Everything that participants say between two questions. */
export interface Answer {
  question: string;
  text: string;
}

/** A transcript in an unknown language is read as English. */
export const isEnglish = (language: string | null) => language === null || /^en\b/i.test(language);

/** A shorter sentence is joined with an adjacent one, because its meaning depends on it. */
const wordsMin = 5;
/** Speech recognition without punctuation gives endless sentences, which are divided after this many words. */
const wordsMax = 60;
/** More text has no effect: the embedding model reads its first 256 tokens. */
const answerCharacters = 1_000;
const questionCharacters = 300;

export function readSentences(transcripts: Transcript[]): { sentences: Sentence[]; answers: Answer[] } {
  const sentences: Sentence[] = [];
  const answers: Answer[] = [];
  transcripts.forEach(({ language, segments }, transcript) => {
    const spoken = language ?? detectLanguage(segments.map(({ text }) => text).join(' '));
    const reader = createReader(spoken ?? 'en');
    let question = '';
    let isOpen = false;
    segments.forEach(({ text, speaker, isInterviewer }, segment) => {
      if (isInterviewer) {
        question = text.slice(-questionCharacters);
        isOpen = false;
        return;
      }
      if (!isOpen || (answers.at(-1)?.text.length ?? 0) > answerCharacters)
        answers.push({ question, text: '' });
      isOpen = true;
      const answer = answers.length - 1;
      (answers[answer] as Answer).text += ` ${text}`;
      for (const { from, to, words: wordCount } of sentenceSpans(reader, text)) {
        const words = text.slice(from, to);
        const terms = new Set(reader.words(words).flatMap((word) => word?.term ?? []));
        // Agreement, a greeting, or another answer without a topic.
        const countTopicWords = (part: string) => reader.words(part).filter(Boolean).length;
        if (terms.size === 0 || isSmallTalk(words, wordCount, reader.language, countTopicWords)) continue;
        const [start, end] = [codePoints(text, from), codePoints(text, to)];
        sentences.push({
          transcript,
          segment,
          start,
          end,
          text: words,
          speaker: `${transcript} ${speaker}`,
          answer,
          terms,
          language: spoken,
        });
      }
    });
  });
  return { sentences, answers };
}

const english = createReader('en');

/** The sentences of a quotation, as `readSentences` divides them. */
export const splitSentences = (quote: string): string[] =>
  sentenceSpans(english, quote).map(({ from, to }) => quote.slice(from, to));

interface Span {
  from: number;
  to: number;
  words: number;
}

function sentenceSpans(reader: Reader, text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const sentence of reader.sentences(text)) {
    const from = text.indexOf(sentence.text, at);
    at = from + sentence.text.length;
    const last = spans.at(-1);
    const isShort = sentence.words < wordsMin || (last !== undefined && last.words < wordsMin);
    if (last && isShort && last.words + sentence.words <= wordsMax / 2) {
      last.to = at;
      last.words += sentence.words;
    } else if (sentence.words > wordsMax) spans.push(...divide(text, from, at));
    else spans.push({ from, to: at, words: sentence.words });
  }
  return spans;
}

function divide(text: string, from: number, to: number): Span[] {
  const words = [...text.slice(from, to).matchAll(/\S+/gu)];
  const spans: Span[] = [];
  for (let at = 0; at < words.length; at += wordsMax) {
    const part = words.slice(at, at + wordsMax);
    const last = part.at(-1) as RegExpExecArray;
    spans.push({
      from: from + (part[0] as RegExpExecArray).index,
      to: from + last.index + last[0].length,
      words: part.length,
    });
  }
  return spans;
}

/** The number of code points before a UTF-16 index. */
function codePoints(text: string, index: number): number {
  let pairs = 0;
  for (let i = 1; i < index; i++)
    if (isLowSurrogate(text.charCodeAt(i)) && isHighSurrogate(text.charCodeAt(i - 1))) pairs++;
  return index - pairs;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
