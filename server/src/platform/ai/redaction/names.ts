import { fold } from './fold.ts';
import type { Span } from './span.ts';

/** Labels that name a role instead of a person. Also parts of labels: "Interviewer Ada". */
const roles = new Set(
  (
    'speaker interviewer interviewee moderator participant researcher facilitator respondent user customer client guest host ' +
    'observer unknown narrator person tester proband teilnehmer teilnehmerin sprecher sprecherin befragte befragter ' +
    'intervieweur intervieweuse locuteur participante participant entrevistador entrevistadora hablante support agent ' +
    'manager designer engineer developer product sales owner admin team staff student teacher nurse doctor patient caller ' +
    'woman man voice female male all everyone both document author note notes'
  ).split(' '),
);
const titles = new Set(
  'mr mrs ms miss dr prof professor sir madam herr frau mme mlle monsieur madame sr sra don dona'.split(' '),
);
/** Parts of names that are no names on their own. */
const particles = new Set(
  'van von der den de la le du da di del dos das bin ibn al el y zu zur the of and jr'.split(' '),
);
/** Names that also are words: only a capital letter makes them a name. */
const ordinaryWords = new Set(
  (
    'will mark may grace hope rose june april august joy faith bill rob frank art sue pat dawn summer autumn rich chance ' +
    'drew chase grant guy max ray sage skip stone sunny ward young long short white ' +
    'black brown green gray grey king price page park parks lane hall hill wood woods field fields bush best good day days ' +
    'love sharp small strong swift case cook baker carpenter fisher hunter porter ' +
    'turner walker weaver bishop pope noble rice bean amber ' +
    'pearl crystal melody harmony charity patience prudence mercy destiny angel star sky storm brook river forest glen ' +
    'dale cliff heath reason said law major minor general post pick peck pack bond cash bank banks church temple house home ' +
    'rot gross klein lang kurz frei neu alt jung wolf koch bauer richter kaiser könig engel ernst gut see sonne tag van'
  )
    .split(' ')
    .map(fold),
);

/** Scripts that write no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

interface KnownName {
  words: string[];
  person: number;
  /** Only matches if the text has a capital letter. */
  capitalizedOnly: boolean;
}

const letters = /[\p{L}\p{M}\p{N}]+/gu;
/** Between the words of one name: a space, a hyphen, an apostrophe, or the point of an initial. */
const gap = /^[\s.'’‑-]{1,3}$/u;

/** Returns a function that finds the names of these people: whole or in part, in any case, with or without accents. */
export function createNameFinder(names: string[]): (text: string) => Generator<Span> {
  const byFirstWord = new Map<string, KnownName[]>();
  const unspacedNames: { name: string; person: number }[] = [];
  let persons = 0;
  const add = (known: KnownName) => {
    const first = known.words[0] as string;
    const list = byFirstWord.get(first) ?? [];
    if (list.some(({ words }) => words.join(' ') === known.words.join(' '))) return;
    list.push(known);
    byFirstWord.set(
      first,
      list.sort((a, b) => b.words.length - a.words.length),
    );
  };
  // Whole names first, so that a part belongs to the person whose whole name has it.
  for (const name of [...new Set(names)].sort((a, b) => b.length - a.length)) {
    const given = nameWords(name);
    if (given.length === 0) continue;
    const words = given.map(fold);
    const known = byFirstWord.get(words[0] as string)?.find((candidate) => candidate.words[0] === words[0]);
    const person = words.length === 1 && known ? known.person : ++persons;
    if (unspaced.test(name)) unspacedNames.push({ name: given.join(''), person });
    if (words.length > 1) add({ words, person, capitalizedOnly: false });
    for (const [i, word] of words.entries()) {
      if (word.length < 2 || particles.has(word)) continue;
      // A lower-case word next to a capitalized one is a description: "Ada from sales".
      if (given.some(isCapitalized) && !isCapitalized(given[i] as string)) continue;
      add({ words: [word], person, capitalizedOnly: word.length < 3 || ordinaryWords.has(word) });
      // A genitive without an apostrophe, as in German.
      if (word.length > 3) add({ words: [`${word}s`], person, capitalizedOnly: true });
    }
  }

  return function* find(text) {
    const found = [...text.matchAll(letters)];
    for (let i = 0; i < found.length; i++) {
      const candidates = byFirstWord.get(fold(found[i]?.[0] ?? ''));
      const match = candidates?.find((candidate) => isAt(text, found, i, candidate));
      if (!match) continue;
      const last = found[i + match.words.length - 1] as RegExpExecArray;
      yield {
        kind: 'person',
        start: (found[i] as RegExpExecArray).index,
        end: last.index + last[0].length,
        person: match.person,
      };
      i += match.words.length - 1;
    }
    for (const { name, person } of unspacedNames)
      for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
        yield { kind: 'person', start: at, end: at + name.length, person };
  };
}

const isCapitalized = (word: string) => /^(\p{Lu}|\p{Lt}|\p{Lo})/u.test(word);

function isAt(
  text: string,
  found: RegExpMatchArray[],
  at: number,
  { words, capitalizedOnly }: KnownName,
): boolean {
  if (capitalizedOnly && !isCapitalized(found[at]?.[0] ?? '')) return false;
  return words.every((word, i) => {
    const here = found[at + i];
    if (!here || fold(here[0]) !== word) return false;
    if (i === 0) return true;
    const before = found[at + i - 1] as RegExpMatchArray;
    return gap.test(text.slice((before.index as number) + before[0].length, here.index));
  });
}

/** The words of a label that belong to a name: no roles, titles, numbers or remarks in brackets. */
function nameWords(label: string): string[] {
  const bare = label.slice(0, 200).replace(/[([{<].{0,200}?[)\]}>]/g, ' ');
  const words = [...bare.matchAll(letters)].map(([word]) => word);
  const named = words.filter(
    (word) => !roles.has(fold(word)) && !titles.has(fold(word)) && !/^\p{N}+$/u.test(word),
  );
  // "Participant A", "P1"
  if (named.every((word) => /^\p{Lu}?\p{N}*$/u.test(word) && !unspaced.test(word))) return [];
  return named;
}
