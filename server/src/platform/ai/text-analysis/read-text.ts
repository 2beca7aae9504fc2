import { stopWords } from './stop-words.ts';

export interface Sentence {
  /** The exact characters of the text, without surrounding white space. */
  text: string;
  words: number;
}

export interface Word {
  /** The form in which words are compared. */
  term: string;
  /** The original form, because some languages use capital letters within a sentence. */
  surface: string;
}

/** A word with its position in the text. Its term is null if it does not carry a topic. */
export interface Token {
  term: string | null;
  surface: string;
  from: number;
  to: number;
}

/** Splits text of one language into sentences and into words that carry a topic. */
export interface Reader {
  language: string | null;
  /** Whether words without a topic are known in this language. */
  hasStopWords: boolean;
  sentences(text: string): Sentence[];
  /** All words in order, with null for words without a topic, so that adjacent words remain adjacent. */
  words(text: string): (Word | null)[];
  tokens(text: string): Token[];
}

export function createReader(language: string | null): Reader {
  const known = language && Intl.Segmenter.supportedLocalesOf(language).length > 0 ? language : undefined;
  const bySentence = new Intl.Segmenter(known, { granularity: 'sentence' });
  const byWord = new Intl.Segmenter(known, { granularity: 'word' });
  const base = language?.split('-')[0]?.toLowerCase() ?? '';
  const stops = stopWords[base];
  const countWords = (text: string) => {
    let count = 0;
    for (const { isWordLike } of byWord.segment(text)) if (isWordLike) count++;
    return count;
  };
  const tokens = (text: string): Token[] =>
    [...byWord.segment(text)].flatMap(({ segment, isWordLike, index }) => {
      if (!isWordLike) return [];
      const surface = segment.normalize('NFKC').replaceAll('’', "'");
      const word = surface.toLowerCase();
      const isStopWord = stops?.has(word) || word.length < 2 || !/\p{L}/u.test(word);
      return [
        { term: isStopWord ? null : stem(word, base), surface, from: index, to: index + segment.length },
      ];
    });
  return {
    language,
    hasStopWords: stops !== undefined,
    tokens,
    sentences: (text) =>
      [...bySentence.segment(text)].flatMap(({ segment }) => {
        const sentence = segment.trim();
        const words = countWords(sentence);
        return words === 0 ? [] : [{ text: sentence, words }];
      }),
    words: (text) => tokens(text).map(({ term, surface }) => (term === null ? null : { term, surface })),
  };
}

/** Maps the forms of a word to one term. The stems are approximate and only compared with each other. */
function stem(word: string, language: string): string {
  const bare = word.replace(/'\p{L}{0,2}$/u, '');
  if (language === 'en') return stemEnglish(bare);
  const suffix = suffixes[language];
  return suffix && bare.length > 5 ? bare.replace(suffix, '') : bare;
}

const suffixes: Record<string, RegExp> = {
  de: /(en|er|es|em|e|n|s)$/,
  fr: /(es|s|e|x)$/,
  es: /(es|s|o|a)$/,
  it: /[aeio]$/,
  pt: /(es|s|o|a)$/,
  nl: /(en|s|e)$/,
};

function stemEnglish(word: string): string {
  if (word.length <= 3) return word;
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|z|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  const root = singular.replace(/(?<=.{3})(ing|ed)$/, '').replace(/([^aeiouls])\1$/, '$1');
  return root.length > 3 ? root.replace(/e$/, '') : root;
}

const detectedLength = 60_000;

/** The language with the most stop words in the text, or null if no language has enough of them. */
export function detectLanguage(text: string): string | null {
  const words =
    text
      .slice(0, detectedLength)
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? [];
  const sample = words.slice(0, 5_000);
  let best: { language: string; hits: number } | undefined;
  for (const [language, stops] of Object.entries(stopWords)) {
    const hits = sample.filter((word) => stops.has(word)).length;
    if (hits > (best?.hits ?? 0)) best = { language, hits };
  }
  // About every third word of running text is a stop word.
  return best && best.hits >= 3 && best.hits * 5 >= sample.length ? best.language : null;
}
