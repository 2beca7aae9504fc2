import { formsOf } from './readable.ts';
import { createRemoveWords } from './remove-words.ts';

/** Labels of speakers that are not names. */
const anonymous =
  /^(speaker|participant|interviewee|respondent|guest|user|customer|unknown|document|person|spk|sprecher|teilnehmer)/iu;

/** The names with their parts: “Mina Petrov” is also called “Mina”. Labels such as “Speaker 1” are left out. */
export function nameForms(names: readonly string[]): string[] {
  const forms = names
    .flatMap(formsOf)
    .filter((name) => !anonymous.test(name.trim()))
    .flatMap((name) => {
      if (name.includes('@')) return [name];
      // A part such as “de” is a word of many sentences.
      const parts = name.split(/\s+/).filter((part) => /^[\p{Lu}\p{Lo}]\p{L}/u.test(part));
      return [name, ...parts];
    });
  return [...new Set(forms)];
}

/** Removes names, even of one word, but not from longer names of `others`. */
export const removeNames = (text: string, names: readonly string[], others: readonly string[] = []): string =>
  createRemoveWords({ passages: [], names, others })(text);
