import { invalidResponse } from './generator.ts';

/** What a text of a model is compared with. */
export interface CleanContext {
  instructions: string;
  material: string;
}

const spaced = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** The start and the end of a comment, and of elements whose content is not text. */
const programTags =
  /<!--|-->|<\/?(script|style|iframe|object|embed|svg|template|noscript)(?![\w-])[^<>]{0,1000}>/gi;
const tags = /<[/!?]?[a-z][^<>]{0,2000}>/gi;
const links =
  /!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?:\s+["'(][^"')]{0,200}["')])?\s*\)/g;
const urls = /(?:https?:\/\/|ftp:\/\/|www\.)[^\s<>"'“”`)\]]{1,2000}/gi;
const scriptUrls = /\b(?:(?:javascript|vbscript):|data:[a-z]+\/[a-z0-9.+-]+[;,])[^\s<>"'“”`]{1,2000}/gi;
/** Control characters except tab and line feed, invisible characters, and characters that reverse the direction of text. */
const invisible = /(?![\n\t])[\p{Cc}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu;

/** `[name]: address` defines a link. */
const definitions = /^ {0,3}\[[^[\]\n]{1,500}\]:[^\n]*$/gm;

/**
 * Removes what a research text of a model never needs: HTML, scripts, links and the model's own instructions. Material
 * that tells the model to print them has no effect then. A quotation block that the material contains does not change.
 */
export function createTextCleaner({ instructions, material }: CleanContext): (text: string) => string {
  const repeats = createRepeatFinder(instructions);
  const isQuoted = createQuoteFinder(material);
  const isRepeat = (sentence: string) => repeats(sentence) && !isQuoted(sentence);
  const clean = (text: string) =>
    withoutPrograms(text.replace(invisible, ''))
      .replace(/<((?:https?:|www\.)[^<>\s]{1,2000})>/gi, '$1')
      .replace(tags, '')
      .replace(links, '$1')
      .replace(definitions, '')
      .replace(scriptUrls, '')
      .replace(urls, (url) => hostIn(material, url));
  const cleanPart = (text: string) => {
    let current = withoutRepeats(text, isRepeat);
    // The removal of one tag can create another: `<scr<b>ipt>`.
    for (let round = 0; round < 5; round++) {
      const next = clean(current);
      if (next === current) return withoutRepeats(current, isRepeat);
      current = next;
    }
    return withoutRepeats(current.replace(/[<>]/g, ''), isRepeat);
  };
  return (text) =>
    text
      .split(/(^>[^\n]*$)/m)
      .map((part) => (part.startsWith('>') && isQuoted(part) ? part : cleanPart(part)))
      .join('');
}

/**
 * Removes comments and elements such as `<script>` with their content. One pass over the tags: an expression that searches
 * for the end of each element would read the rest of the text again for every element without an end.
 */
function withoutPrograms(text: string): string {
  const starts = new Map<string, number>();
  let result = '';
  let copied = 0;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(programTags)) {
    const element = name.toLowerCase();
    if (tag !== '-->' && !tag.startsWith('</')) {
      if (!starts.has(element)) starts.set(element, index);
      continue;
    }
    const start = starts.get(element);
    if (start === undefined) continue;
    result += text.slice(copied, start);
    copied = index + tag.length;
    starts.clear();
  }
  return result + text.slice(copied);
}

/** Finds words of the material in a line such as `> “I gave up.” [s12]`. */
function createQuoteFinder(material: string): (line: string) => boolean {
  let words: string | undefined;
  return (line) => {
    const quote = spaced(line.replace(/^[>\s]+/, '').replace(/(?<!\s)\s*\[[\w, ]{1,100}\]\s*$/, '')).replace(
      /^["“„«]|["”“»]$/g,
      '',
    );
    words ??= spaced(material);
    return quote !== '' && words.includes(quote);
  };
}

/** The bare name of a site that the material mentions; nothing for an address that the model made up. */
function hostIn(material: string, url: string): string {
  const bare = url.replace(/(?<![.,;:!?])[.,;:!?]+$/, '');
  if (!material.includes(bare)) return '';
  const host = URL.parse(bare.startsWith('www.') ? `https://${bare}` : bare)?.hostname ?? '';
  return host + url.slice(bare.length);
}

/** So many words in the same order are no coincidence. */
const repeatedWords = 8;
/** A shorter sentence is a repetition if all of its words are. */
const shortWords = 3;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function createRepeatFinder(instructions: string): (text: string) => boolean {
  const words = wordsOf(instructions);
  const long = new Set(runsOf(words, repeatedWords));
  const short = new Set(runsOf(words, shortWords));
  return (text) => {
    const given = wordsOf(text);
    if (runsOf(given, repeatedWords).some((run) => long.has(run))) return true;
    const runs = runsOf(given, shortWords);
    return runs.length > 1 && runs.every((run) => short.has(run));
  };
}

const runsOf = (words: string[], length: number) =>
  words.slice(length - 1).map((_, i) => words.slice(i, i + length).join(' '));

/** Removes the sentences that repeat the instructions. */
function withoutRepeats(text: string, repeats: (sentence: string) => boolean): string {
  return text
    .split(/(?<=[.!?。]["”’)]?)(?=\s)|(?=\n)/u)
    .filter((sentence) => !repeats(sentence))
    .join('');
}

/** Properties with this name hold words of the material, which stay as they are. */
const quoteProperty = /^quot/i;
const depthMax = 32;
/** A text that has fewer words left has said nothing but its instructions. */
const wordsLeftMin = 4;

/**
 * Cleans every text in the JSON of a model. Quotations that the material contains are not changed. Throws if a text only
 * repeats the instructions.
 */
export function cleanAnswer(answer: unknown, context: CleanContext): unknown {
  const clean = createTextCleaner(context);
  const repeats = createRepeatFinder(context.instructions);
  const isQuoted = createQuoteFinder(context.material);
  const cleanText = (text: string) => {
    const cleaned = clean(text);
    if (cleaned !== text && wordsOf(cleaned).length < wordsLeftMin && repeats(text))
      throw invalidResponse('repeats its instructions instead of answering');
    return cleaned;
  };
  const visit = (value: unknown, isQuote: boolean, depth: number): unknown => {
    if (typeof value === 'string')
      return isQuote ? (isQuoted(value) ? value : clean(value)) : cleanText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > depthMax) return null;
    if (Array.isArray(value)) return value.map((item) => visit(item, isQuote, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, visit(item, quoteProperty.test(key), depth + 1)]),
    );
  };
  return visit(answer, false, 0);
}
