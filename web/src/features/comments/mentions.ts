import type { Person } from '../../data/people.ts';

export const nameOf = ({ name, email }: Pick<Person, 'name' | 'email'>): string => name || email;

const shownMax = 6;

/** What is typed after an @ that begins a word, up to the caret: two words at most, as in a name. */
const typing = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{1,40})?)$/u;

export interface MentionInput {
  /** Where the @ is. */
  from: number;
  matches: Person[];
}

/** The members whose name fits what is typed before the caret, or undefined if no mention is being typed. */
export function mentionAt(text: string, caret: number, people: readonly Person[]): MentionInput | undefined {
  const typed = typing.exec(text.slice(0, caret))?.[1];
  if (typed === undefined) return undefined;
  const wanted = typed.toLocaleLowerCase();
  const fits = (person: Person) => {
    const name = nameOf(person).toLocaleLowerCase();
    return name.startsWith(wanted) || name.split(/\s+/).some((word) => word.startsWith(wanted));
  };
  const matches = people.filter(fits).slice(0, shownMax);
  return matches.length > 0 ? { from: caret - typed.length - 1, matches } : undefined;
}

/** The text with a member's name in place of what was typed, and the caret after it. */
export function insertMention(text: string, caret: number, from: number, person: Person) {
  const before = `${text.slice(0, from)}@${nameOf(person)} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

/** The names that a text mentions. Of "Mina" and "Mina Haddad", "@Mina Haddad" mentions the longer one. */
export function mentionedNames(text: string, names: readonly string[]): Set<string> {
  const known = names.filter(Boolean);
  if (known.length === 0) return new Set();
  const found = text.matchAll(mentionPattern(known));
  return new Set([...found].map(([, name]) => name as string));
}

/** Matches "@" and one of the names; the name is the first group. */
export function mentionPattern(names: readonly string[]): RegExp {
  const alternatives = names.toSorted((a, b) => b.length - a.length).map(escaped);
  return new RegExp(`@(${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

const escaped = (name: string) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * The ids of the members whom a text mentions. If several have the same name, it is those who were chosen from the list; a name that
 * was typed by hand mentions nobody then.
 */
export function mentionedIds(text: string, people: readonly Person[], chosen: readonly string[]): string[] {
  const names = mentionedNames(text, people.map(nameOf));
  const mentioned = people.filter((person) => names.has(nameOf(person)));
  const isAlone = (person: Person) =>
    mentioned.every((one) => one === person || nameOf(one) !== nameOf(person));
  return mentioned.filter((person) => isAlone(person) || chosen.includes(person.id)).map(({ id }) => id);
}
