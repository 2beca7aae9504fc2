import { foldName, type Retrieval } from '../../evidence/retrieval/index.ts';

/** “What did Zoe say about …?” */
const personPattern =
  /\b(?:did|does|has|is|was)\s+(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?)\s+(?:say|said|saying|think|thinking|mean|meant|mention|mentioned|feel|describe|described|talk|talking|tell|told|speak|complain)\b/u;

/** A person whom an English question names, if nobody has this name and nobody says it. */
export function unknownPersonIn(
  question: string,
  { terms, records, speakers }: Pick<Retrieval, 'terms' | 'records' | 'speakers'>,
): string | undefined {
  const [, name] = personPattern.exec(question) ?? [];
  if (name === undefined) return undefined;
  const words = foldName(name).split(/\s+/);
  const asked = terms.filter(({ surface }) => words.includes(foldName(surface)));
  const isSaid = asked.length < words.length || asked.some(({ documents }) => documents > 0);
  const known = [...speakers.labels, ...records.map(({ title, text }) => `${title ?? ''} ${text}`)];
  const isKnown = known.some((text) => words.some((word) => foldName(text).includes(word)));
  return isSaid || isKnown ? undefined : name;
}
