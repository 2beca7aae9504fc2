import { sameNameKey } from '../../../../platform/ai/same-name.ts';
import { clusterByMeaning, meanOf } from './clusters.ts';
import { dot, type Material } from './matcher.ts';
import type { NameCandidate } from './name-candidates.ts';

export interface KnownTag {
  name: string;
  vector: Float32Array;
  source: 'manual' | 'ai' | 'import';
  /** Indexes of sentences that belong to it. */
  members: ReadonlySet<number>;
}

export interface NewTopic {
  name: string;
  vector: Float32Array;
  /** The mean of the answers of the theme. */
  center: Float32Array;
}

interface CountedName extends NameCandidate {
  /** How many sentences of the theme contain it. */
  count: number;
}

type Embed = (texts: string[]) => Promise<Float32Array[]>;

/** A theme needs this many answers; fewer are an anecdote. Short material has fewer answers. */
const answersMin = { short: 2, long: 3 };
const shortMaterial = 20;
/** A name less similar to the theme than this does not describe it. */
const nameSimilarity = 0.36;
const pairSimilarity = 0.45;
/** Reasons to prefer a phrase that participants use, and use often, to two words side by side. */
const phraseBonus = 0.12;
const repetitionBonus = 0.05;
/** How many of its nouns are combined in pairs to name a theme. */
const pairedNouns = 6;
/** A word, or two words together, in fewer sentences may be there by chance. */
const repeated = 2;
/** Names more similar than this mean the same. */
const sameMeaning = 0.72;
/** A tag that most sentences of a theme have is its tag. */
const coveredShare = 0.5;

/**
 * Finds themes in the answers and names them with the participants' words. A tag that an earlier job created takes the place of
 * the theme that it names, so that another run of the same job creates none.
 */
export async function nameThemes(
  candidates: NameCandidate[],
  material: Material,
  known: KnownTag[],
  max: number,
  embed: Embed,
): Promise<NewTopic[]> {
  const vectors = await embed(candidates.map(({ name }) => name));
  const named: (NewTopic & { isNew: boolean })[] = [];
  const least = material.answers.length < shortMaterial ? answersMin.short : answersMin.long;
  for (const cluster of clusterByMeaning(material.answers)) {
    if (named.length >= max || cluster.length < least) break;
    const answers = new Set(cluster);
    const members = material.sentences.flatMap(({ answer }, at) => (answers.has(answer) ? [at] : []));
    const center = meanOf(cluster.map((at) => material.answers[at] as Float32Array));
    const byUsers = known.filter(({ source }) => source !== 'ai');
    if (byUsers.some((tag) => isCovered(members, tag))) continue;
    const names = await namesOf(members, center, candidates, vectors, embed);
    const taken = [...byUsers, ...named];
    const best = names.find(({ name, vector }) => !taken.some((tag) => isSame(tag, name, vector)));
    if (!best) continue;
    const byJobs = known.filter(({ source }) => source === 'ai');
    const isNew = !byJobs.some((tag) => isSame(tag, best.name, best.vector) || isCovered(members, tag));
    named.push({ ...best, center, isNew });
  }
  return named.flatMap(({ isNew, ...topic }) => (isNew ? [topic] : []));
}

const isCovered = (sentences: number[], { members }: KnownTag) =>
  sentences.filter((at) => members.has(at)).length >= coveredShare * sentences.length;

const isSame = (tag: { name: string; vector: Float32Array }, name: string, vector: Float32Array) =>
  sameNameKey(tag.name) === sameNameKey(name) || dot(tag.vector, vector) >= sameMeaning;

/** A researcher joins two nouns only if participants speak about both at once, more than once. */
function belongTogether(a: NameCandidate, b: NameCandidate, inside: ReadonlySet<number>): boolean {
  const other = new Set(b.mentions);
  return a.mentions.filter((at) => inside.has(at) && other.has(at)).length >= repeated;
}

/** The noun that more sentences of the theme use. A noun of only one sentence in the material is a detail. */
function repeatedNoun(a: CountedName, b: CountedName): string | undefined {
  const [best] = [a, b]
    .filter(({ mentions }) => mentions.length >= repeated)
    .sort((one, other) => other.count - one.count);
  return best?.name;
}

/** The names that describe the sentences, the best first: phrases in them, pairs of their nouns, and single nouns. */
async function namesOf(
  members: number[],
  center: Float32Array,
  candidates: NameCandidate[],
  vectors: Float32Array[],
  embed: Embed,
): Promise<{ name: string; vector: Float32Array }[]> {
  const inside = new Set(members);
  const here = candidates.flatMap((candidate, i) => {
    const count = candidate.mentions.filter((at) => inside.has(at)).length;
    const vector = vectors[i] as Float32Array;
    const weight = dot(vector, center) + repetitionBonus * Math.log2(count);
    return count === 0 ? [] : [{ ...candidate, vector, count, weight }];
  });
  const byWeight = (a: { weight: number; name: string }, b: { weight: number; name: string }) =>
    b.weight - a.weight || (a.name < b.name ? -1 : 1);
  const nouns = here
    .filter(({ words }) => words === 1)
    .sort(byWeight)
    .slice(0, pairedNouns);
  const pairs = nouns.flatMap((a, i) =>
    nouns
      .slice(i + 1)
      .filter((b) => sameNameKey(a.name) !== sameNameKey(b.name))
      .map((b) => ({
        text: `${a.name} and ${b.name.charAt(0).toLowerCase()}${b.name.slice(1)}`,
        nouns: [a, b] as const,
      })),
  );
  const pairVectors = await embed(pairs.map(({ text }) => text));
  return [
    ...here
      .filter(({ words }) => words > 1)
      .map(({ name, vector, weight }) => ({ name, vector, weight: weight + phraseBonus })),
    ...pairs.flatMap(({ text, nouns: [a, b] }, i) => {
      const vector = pairVectors[i] as Float32Array;
      const weight = dot(vector, center);
      const name = belongTogether(a, b, inside) ? text : repeatedNoun(a, b);
      return weight < pairSimilarity || name === undefined ? [] : [{ name, vector, weight }];
    }),
  ]
    .filter(({ vector }) => dot(vector, center) >= nameSimilarity)
    .sort(byWeight);
}
