/** Longer phrases are looked up by this many first tokens and then compared in full. */
const prefixMax = 24;

export const absent = -1;
export const ambiguous = -2;

/**
 * Returns for each phrase its index in the text, `absent`, or `ambiguous` if it occurs more than once. One pass over the
 * text for all phrases (Aho–Corasick): linear in the length of the text and in the number of phrases.
 */
export function findPhrases(text: readonly number[], phrases: readonly (readonly number[])[]): Int32Array {
  const found = new Int32Array(phrases.length).fill(absent);
  const trie = buildTrie(phrases);
  if (trie.tails.length === 1) return found;
  // Ambiguous phrases are skipped with path compression, so that nested phrases are not visited repeatedly.
  const skip = trie.outputs;
  const nextLive = (node: number): number => {
    let live = node;
    while (live !== 0 && trie.isDone[live]) live = skip[live] as number;
    for (let n = node; n !== live; ) {
      const after = skip[n] as number;
      skip[n] = live;
      n = after;
    }
    return live;
  };
  let node = 0;
  for (let i = 0; i < text.length; i++) {
    node = trie.step(node, text[i] as number);
    for (let hit = nextLive(node); hit !== 0; hit = nextLive(skip[hit] as number)) {
      const ends = trie.tails[hit] as number[];
      const start = i + 1 - (trie.depths[hit] as number);
      let live = 0;
      for (const phrase of ends) {
        if (found[phrase] === ambiguous) continue;
        found[phrase] = found[phrase] === absent ? start : ambiguous;
        if (found[phrase] !== ambiguous) live++;
      }
      if (live === 0) trie.isDone[hit] = true;
    }
  }
  for (const [n, phrase] of phrases.entries()) {
    const at = found[n] as number;
    if (at >= 0 && !isAt(text, at, phrase)) found[n] = absent;
  }
  return found;
}

const isAt = (text: readonly number[], at: number, phrase: readonly number[]) =>
  phrase.every((token, i) => text[at + i] === token);

function buildTrie(phrases: readonly (readonly number[])[]) {
  const edges: Map<number, number>[] = [new Map()];
  const tails: number[][] = [[]];
  const depths: number[] = [0];
  for (const [n, phrase] of phrases.entries()) {
    let node = 0;
    for (const token of phrase.slice(0, prefixMax)) {
      let next = (edges[node] as Map<number, number>).get(token);
      if (next === undefined) {
        next = edges.push(new Map()) - 1;
        tails.push([]);
        depths.push((depths[node] as number) + 1);
        (edges[node] as Map<number, number>).set(token, next);
      }
      node = next;
    }
    if (node !== 0) (tails[node] as number[]).push(n);
  }
  const fails = new Int32Array(edges.length);
  const outputs = new Int32Array(edges.length);
  const isDone: boolean[] = tails.map((ends) => ends.length === 0);
  const step = (from: number, token: number): number => {
    for (let node = from; ; node = fails[node] as number) {
      const next = (edges[node] as Map<number, number>).get(token);
      if (next !== undefined) return next;
      if (node === 0) return 0;
    }
  };
  // Breadth-first, so that the links of shorter suffixes are known before those of longer ones.
  const queue = [...(edges[0] as Map<number, number>).values()];
  for (const node of queue) {
    for (const [token, next] of edges[node] as Map<number, number>) {
      fails[next] = step(fails[node] as number, token);
      queue.push(next);
    }
    outputs[node] = fails[node] as number;
  }
  return { tails, depths, outputs, isDone, step };
}
