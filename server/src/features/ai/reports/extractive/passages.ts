import {
  createReader,
  detectLanguage,
  type Reader,
  type Word,
} from '../../../../platform/ai/text-analysis/index.ts';
import type { Source, SourceSegment } from '../../../evidence/index.ts';

/** A sentence or two of one segment, exactly as they stand there: what can be quoted. */
export interface Passage {
  text: string;
  words: number;
  terms: (Word | null)[];
  segment: SourceSegment;
  file_id: string;
  /** Who said it, told apart over all files. */
  voice: string;
  isQuestion: boolean;
}

/** Shorter sentences say little without their neighbour. */
const wordsMin = 5;

const asksByRole = /interview|moderat|research|facilitat|host/i;
const asksByName = /^(interview(er)?|moderator(in)?|researcher|facilitator|host|interviewerin|q)$/i;
/** A speaker most of whose sentences are questions is the one who asks. */
const askingShare = 0.5;

export function readPassages(sources: Source[], language: string | null): Passage[] {
  const readers = new Map<string | null, Reader>();
  const passages = sources.flatMap((source) => {
    const spoken =
      source.language ?? detectLanguage(source.segments.map(({ text }) => text).join(' ')) ?? language;
    const reader = readers.get(spoken) ?? createReader(spoken);
    readers.set(spoken, reader);
    return source.segments.flatMap((segment) => passagesOf(source, segment, reader));
  });
  return withoutAskers(passages);
}

function passagesOf(source: Source, segment: SourceSegment, reader: Reader): Passage[] {
  const groups: { from: number; to: number; words: number }[] = [];
  let at = 0;
  for (const { text, words } of reader.sentences(segment.text)) {
    const from = segment.text.indexOf(text, at);
    at = from + text.length;
    const last = groups.at(-1);
    // Too short to stand alone: it goes with what came before, or takes what comes after.
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
      voice: voiceOf(source, segment),
      isQuestion: /[?？؟]["'”’»)\s]*$/u.test(text),
    };
  });
}

/** “Speaker 1” of one file is not “Speaker 1” of another; Mina is Mina. */
function voiceOf(source: Source, { speaker }: SourceSegment): string {
  const generic =
    /^(speaker|sprecher|locuteur|participant|p)?\s*[\dA-Z]{0,2}$/i.test(speaker) || speaker === 'Document';
  return generic ? `${speaker} (${source.name})` : speaker;
}

/** What is asked is not a finding. If everybody seems to ask, nobody is left out. */
function withoutAskers(passages: Passage[]): Passage[] {
  const tally = new Map<string, { asked: number; all: number }>();
  for (const { voice, isQuestion } of passages) {
    const of = tally.get(voice) ?? { asked: 0, all: 0 };
    tally.set(voice, { asked: of.asked + (isQuestion ? 1 : 0), all: of.all + 1 });
  }
  const answers = passages.filter(({ voice, segment }) => {
    if (segment.role ? asksByRole.test(segment.role) : asksByName.test(segment.speaker)) return false;
    const { asked, all } = tally.get(voice) ?? { asked: 0, all: 1 };
    return asked / all <= askingShare;
  });
  return answers.length > 0 ? answers : passages;
}
