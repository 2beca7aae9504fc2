import { createReader, type Reader } from '../../../../platform/ai/text-analysis/index.ts';

/** A quotation of at most this many words is read at once. */
const wordsMax = 55;
const sentencesMax = 3;

const readers = new Map<string | null, Reader>();
const readerFor = (language: string | null): Reader => {
  const reader = readers.get(language) ?? createReader(language);
  readers.set(language, reader);
  return reader;
};

/** The sentences of a segment that contain most topic words of the question, unchanged, so that they can be quoted. */
export function excerptOf(text: string, language: string | null, stems: string[]): string {
  const reader = readerFor(language);
  const sentences = reader.sentences(text.slice(0, 20_000));
  const all = sentences.reduce((sum, { words }) => sum + words, 0);
  if (all <= wordsMax || sentences.length <= 1) return shorten(text.trim());
  const hits = sentences.map((sentence) => {
    const words = new Set(reader.words(sentence.text).map((word) => word?.term));
    return stems.filter((stem) => words.has(stem)).length;
  });
  let best = { from: 0, to: 1, score: -1 };
  for (let from = 0; from < sentences.length; from++) {
    let [words, score] = [0, 0];
    for (let to = from; to < Math.min(sentences.length, from + sentencesMax); to++) {
      words += sentences[to]?.words ?? 0;
      if (words > wordsMax && to > from) break;
      // Longer excerpts win a tie: they say more.
      score += (hits[to] ?? 0) + 0.1;
      if (score > best.score) best = { from, to: to + 1, score };
    }
  }
  return between(
    text,
    sentences.slice(best.from, best.to).map((sentence) => sentence.text),
  );
}

/** From the first to the last of these sentences, with the characters in between as they are. */
function between(text: string, sentences: string[]): string {
  const [first = ''] = sentences;
  const start = text.indexOf(first);
  let end = start;
  for (const sentence of sentences) end = text.indexOf(sentence, end) + sentence.length;
  return shorten(text.slice(start, end));
}

const charactersMax = 700;

/** A sentence without an end, such as an unpunctuated transcript, is cut between two words. */
function shorten(text: string): string {
  if (text.length <= charactersMax) return text;
  const cut = text.slice(0, charactersMax);
  return cut.slice(0, Math.max(cut.search(/\s\S*$/), 0)) || cut;
}

export const wordCount = (text: string) => text.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0;
