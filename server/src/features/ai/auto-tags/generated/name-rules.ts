import { isGivenName, nameWordsOf } from '../embedded/person-names.ts';

const wordsMax = 5;
const charactersMax = 60;

/** Why the name of a model is not used; undefined if it is. */
export function nameRefusal(name: string, people: string[]): string | undefined {
  const words = name.match(/[\p{L}\p{N}’'-]+/gu) ?? [];
  if (words.length === 0 || !/\p{L}{2}/u.test(name)) return 'has no words';
  if (words.length > wordsMax || name.length > charactersMax) return 'is too long';
  if (/[^\p{L}\p{N}\p{M}\s’'&/,()+-]/u.test(name)) return 'has signs';
  const named = nameWordsOf(people);
  const isPerson = (word: string) => isGivenName(word) || named.has(word.toLowerCase());
  return name.match(/\p{L}+/gu)?.some(isPerson) ? 'names a person' : undefined;
}
