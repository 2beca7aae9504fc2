export interface BlockDiff {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** More blocks than this on both sides would take seconds to compare. */
const comparedMax = 4_000_000;

const blocksOf = (markdown: string) =>
  markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '');

/** The paragraphs that only one of two versions has, in the order of the text (longest common subsequence). */
export function diffBlocks(before: string, after: string): BlockDiff[] {
  const [a, b] = [blocksOf(before), blocksOf(after)];
  if (a.length * b.length > comparedMax)
    return [
      ...a.map((text): BlockDiff => ({ kind: 'removed', text })),
      ...b.map((text): BlockDiff => ({ kind: 'added', text })),
    ];
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const diff: BlockDiff[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      diff.push({ kind: 'same', text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      diff.push({ kind: 'removed', text: left });
      i++;
    } else if (right !== undefined) {
      diff.push({ kind: 'added', text: right });
      j++;
    }
  }
  return diff;
}
