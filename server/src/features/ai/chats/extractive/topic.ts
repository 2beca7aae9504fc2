const prepositions = /\b(?:about|regarding|concerning|with|of|on|for|from|to|in|at|during|by)\s+/gi;
const wordsMax = 6;

/** The topic of an English question in its own words: “What stops people from finishing the purchase?” → “finishing the purchase”. */
export function topicOf(question: string, language: string | null, surfaces: string[]): string | undefined {
  if (language && !language.toLowerCase().startsWith('en')) return undefined;
  const [sentence = ''] = question.trim().split(/(?<=[?!.])\s/);
  const bare = sentence.replace(/[?!.\s]+$/, '');
  const known = new Set(surfaces.map((surface) => surface.toLowerCase()));
  const isKnown = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}'’-]+/u)
      .some((word) => known.has(word));
  const starts = [...bare.matchAll(prepositions)].map((match) => match.index + match[0].length);
  for (const start of starts) {
    const phrase = bare.slice(start);
    if (/[^\p{L}\p{N}\s'’-]/u.test(phrase)) continue;
    if (isKnown(phrase) && phrase.split(/\s+/).length <= wordsMax) return phrase;
  }
  return undefined;
}
