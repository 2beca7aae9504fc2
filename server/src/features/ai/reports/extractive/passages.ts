import {
  createReader,
  detectLanguage,
  type Reader,
  type Word,
} from '../../../../platform/ai/text-analysis/index.ts';
import type { Source, SourceSegment } from '../../../evidence/index.ts';

/** One or two sentences of a segment, unchanged, so that they can be quoted. */
export interface Passage {
  text: string;
  words: number;
  terms: (Word | null)[];
  segment: SourceSegment;
  file_id: string;
  /** The speaker, unique across all files. */
  speakerName: string;
  isQuestion: boolean;
}

/** Shorter sentences are joined with an adjacent one. */
const wordsMin = 5;

const interviewerRole = /interview|moderat|research|facilitat|host/i;
const interviewerName = /^(interview(er)?|moderator(in)?|researcher|facilitator|host|interviewerin|q)$/i;
/** A speaker with a larger share of questions is treated as the interviewer. */
const questionShareMax = 0.5;

export function readPassages(sources: Source[], language: string | null): Passage[] {
  const readers = new Map<string | null, Reader>();
  const passages = sources.flatMap((source) => {
    const spoken =
      source.language ?? detectLanguage(source.segments.map(({ text }) => text).join(' ')) ?? language;
    const reader = readers.get(spoken) ?? createReader(spoken);
    readers.set(spoken, reader);
    return source.segments.flatMap((segment) => passagesOf(source, segment, reader));
  });
  return withoutInterviewers(passages);
}

function passagesOf(source: Source, segment: SourceSegment, reader: Reader): Passage[] {
  const groups: { from: number; to: number; words: number }[] = [];
  let at = 0;
  for (const { text, words } of reader.sentences(segment.text)) {
    const from = segment.text.indexOf(text, at);
    at = from + text.length;
    const last = groups.at(-1);
    // A short sentence is joined with the previous or the next one.
    if (last && (words < wordsMin || last.words < wordsMin) && last.words < 40) {
      last.to = at;
      last.words += words;
    } else groups.push({ from, to: at, words });
  }
  return groups.map(({ from, to, words }) => {
    const text = segment.text.slice(from, to);
    return {
      text,
      words,
      terms: reader.words(text),
      segment,
      file_id: source.file_id,
      speakerName: speakerNameOf(source, segment),
      isQuestion: /[?？؟]["'”’»)\s]*$/u.test(text),
    };
  });
}

/** Generic labels such as “Speaker 1” are different people in different files. Names are the same person. */
function speakerNameOf(source: Source, { speaker }: SourceSegment): string {
  const generic =
    /^(speaker|sprecher|locuteur|participant|p)?\s*[\dA-Z]{0,2}$/i.test(speaker) || speaker === 'Document';
  return generic ? `${speaker} (${source.name})` : speaker;
}

/** Removes the passages of interviewers, because questions are not findings. If that would remove all, it removes none. */
function withoutInterviewers(passages: Passage[]): Passage[] {
  const tally = new Map<string, { questions: number; all: number }>();
  for (const { speakerName, isQuestion } of passages) {
    const of = tally.get(speakerName) ?? { questions: 0, all: 0 };
    tally.set(speakerName, { questions: of.questions + (isQuestion ? 1 : 0), all: of.all + 1 });
  }
  const remaining = passages.filter(({ speakerName, segment }) => {
    if (segment.role ? interviewerRole.test(segment.role) : interviewerName.test(segment.speaker))
      return false;
    const { questions, all } = tally.get(speakerName) ?? { questions: 0, all: 1 };
    return questions / all <= questionShareMax;
  });
  return remaining.length > 0 ? remaining : passages;
}
