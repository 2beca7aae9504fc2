import { replaceCovered, tokensOf } from './remove-words.ts';

/** Labels of speakers that are not names. */
const anonymous =
  /^(speaker|participant|interviewee|respondent|guest|user|customer|unknown|document|person|spk|sprecher|teilnehmer)/iu;

/** The names with their parts: “Mina Petrov” is also called “Mina”. Labels such as “Speaker 1” are left out. */
export function nameForms(names: readonly string[]): string[] {
  const forms = names
    .filter((name) => !anonymous.test(name.trim()))
    .flatMap((name) => {
      // A part such as “de” is a word of many sentences.
      const parts = name.split(/\s+/).filter((part) => /^[\p{Lu}\p{Lo}]\p{L}/u.test(part));
      return name.includes('@') ? [name] : [name, ...parts];
    });
  return [...new Set(forms)];
}

/** Removes names as whole words. A single word counts as a name if it is written like one: “Will”, not “will”. */
export function removeNames(text: string, names: readonly string[]): string {
  const tokens = tokensOf(text);
  const covered = new Uint8Array(tokens.length);
  const joined = new Uint8Array(tokens.length);
  for (const name of names) {
    const parts = tokensOf(name);
    const [first] = parts;
    if (!first) continue;
    for (let from = 0; from + parts.length <= tokens.length; from++) {
      if (!parts.every(({ word }, i) => tokens[from + i]?.word === word)) continue;
      const found = text.slice(tokens[from]?.start, tokens[from]?.end);
      if (parts.length === 1 && /^\p{Ll}/u.test(found) && found !== name.slice(first.start, first.end))
        continue;
      covered.fill(1, from, from + parts.length);
      joined.fill(1, from, from + parts.length - 1);
    }
  }
  return replaceCovered(text, tokens, covered, joined);
}
