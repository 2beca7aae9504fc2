/** Ranges up to this many cells are compared exactly. Their total cost is a small multiple of the text length. */
const exactCellsMax = 16_384;
/** Every level reads each token at most a few times. Natural text needs fewer than ten levels. */
const levelsMax = 40;

interface Range {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
  level: number;
}

/**
 * Returns for each token of `a` the index of the same token in `b`, or -1. The indexes are increasing. A patience diff:
 * tokens that occur once on both sides divide the texts, and small remainders are compared exactly. O(n log n) for any
 * text.
 */
export function align(a: readonly number[], b: readonly number[]): Int32Array {
  const positions = new Int32Array(a.length).fill(-1);
  const open: Range[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length, level: 0 }];
  for (let range = open.pop(); range; range = open.pop()) {
    let { fromA, toA, fromB, toB } = range;
    while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) positions[fromA++] = fromB++;
    while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) positions[--toA] = --toB;
    if (fromA === toA || fromB === toB) continue;
    const rest = { fromA, toA, fromB, toB, level: range.level + 1 };
    if ((toA - fromA) * (toB - fromB) <= exactCellsMax) alignExactly(a, b, rest, positions);
    else if (range.level < levelsMax) open.push(...divide(a, b, rest, positions));
  }
  return positions;
}

function divide(
  a: readonly number[],
  b: readonly number[],
  { fromA, toA, fromB, toB, level }: Range,
  positions: Int32Array,
): Range[] {
  const inB = positionsOfUnique(b, fromB, toB);
  const inA = positionsOfUnique(a, fromA, toA);
  const pairs: [number, number][] = [];
  for (let i = fromA; i < toA; i++) {
    const token = a[i] as number;
    const j = inB.get(token) ?? -1;
    if (j >= 0 && (inA.get(token) as number) >= 0) pairs.push([i, j]);
  }
  const ranges: Range[] = [];
  let [nextA, nextB] = [fromA, fromB];
  const chain = longestIncreasing(pairs);
  if (chain.length === 0) return [];
  for (const [i, j] of chain) {
    positions[i] = j;
    ranges.push({ fromA: nextA, toA: i, fromB: nextB, toB: j, level });
    [nextA, nextB] = [i + 1, j + 1];
  }
  ranges.push({ fromA: nextA, toA, fromB: nextB, toB, level });
  return ranges;
}

/** The index of each token that occurs once in the range; -1 for the others. */
function positionsOfUnique(tokens: readonly number[], from: number, to: number): Map<number, number> {
  const positions = new Map<number, number>();
  for (let i = from; i < to; i++) {
    const token = tokens[i] as number;
    positions.set(token, positions.has(token) ? -1 : i);
  }
  return positions;
}

/** The longest subsequence with increasing second numbers. The first numbers are already increasing. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [n, [, position]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as [number, number])[1] < position) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[n] = tails[low - 1] as number;
    tails[low] = n;
  }
  const chain: [number, number][] = [];
  for (let n = tails.at(-1) ?? -1; n >= 0; n = before[n] as number) chain.push(pairs[n] as [number, number]);
  return chain.reverse();
}

/** The longest common subsequence, by dynamic programming. */
function alignExactly(
  a: readonly number[],
  b: readonly number[],
  { fromA, toA, fromB, toB }: Range,
  positions: Int32Array,
): void {
  const width = toB - fromB + 1;
  const table = new Uint16Array((toA - fromA + 1) * width);
  for (let i = toA - fromA - 1; i >= 0; i--)
    for (let j = width - 2; j >= 0; j--) {
      const at = i * width + j;
      table[at] =
        a[fromA + i] === b[fromB + j]
          ? (table[at + width + 1] as number) + 1
          : Math.max(table[at + width] as number, table[at + 1] as number);
    }
  for (let i = 0, j = 0; i < toA - fromA && j < width - 1; ) {
    const at = i * width + j;
    if (a[fromA + i] === b[fromB + j]) positions[fromA + i++] = fromB + j++;
    else if ((table[at + width] as number) >= (table[at + 1] as number)) i++;
    else j++;
  }
}
