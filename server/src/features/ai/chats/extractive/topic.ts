/** After `about` everything is the topic; after other prepositions only what begins like a noun or an activity. */
const topicPattern =
  /\b(?:(?:about|regarding|concerning) |(?:with|of|from|for|on|at) (?=(?:the|a|an) |\p{L}{3,}ing\b))(.+)$/isu;
const wordsMax = 5;
const leadingWords = /^(?:their|our|your|its|his|her|my)\s+/i;

const trailingWords = / (?:instead|then|too|now|again|please)$/i;

/** The topic of an English question in its own words: “What stops people from finishing the purchase?” → “finishing the purchase”. */
export function topicOf(question: string, language: string | null, surfaces: string[]): string | undefined {
  if (language && !/^en\b/i.test(language)) return undefined;
  const [sentence = ''] = question
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[?!.]) /);
  const bare = sentence.replace(/(?<![?!. ])[?!. ]+$/, '');
  const known = new Set(surfaces.map((surface) => surface.toLowerCase()));
  const [, found = ''] = topicPattern.exec(bare) ?? [];
  const phrase = found.replace(leadingWords, '').replace(trailingWords, '');
  const words = phrase.split(/\s+/);
  if (phrase === '' || words.length > wordsMax || /[^\p{L}\p{N}\s'’-]/u.test(phrase)) return undefined;
  return words.some((word) => known.has(word.toLowerCase())) ? phrase : undefined;
}
