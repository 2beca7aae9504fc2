import { diffArrays } from 'diff';

/** Blocks that two people changed differently. */
export interface MergeConflict {
  mine: string[];
  theirs: string[];
}

export interface Merged {
  blocks: string[];
  conflicts: MergeConflict[];
}

/** What stands in the place of a conflict. */
export type Preference = 'mine' | 'theirs' | 'both';

interface Change {
  from: number;
  to: number;
  blocks: string[];
}

/** Puts two changes of the same text together, by block. Only blocks that both changed are a conflict. */
export function mergeBlocks(
  base: string[],
  mine: string[],
  theirs: string[],
  preference: Preference = 'mine',
): Merged {
  const own = changesBetween(base, mine);
  const other = changesBetween(base, theirs);
  const blocks: string[] = [];
  const conflicts: MergeConflict[] = [];
  let at = 0;
  while (own.length > 0 || other.length > 0) {
    const group = takeGroup(own, other);
    blocks.push(...base.slice(at, group.from), ...resolve(base, group, preference, conflicts));
    at = group.to;
  }
  return { blocks: [...blocks, ...base.slice(at)], conflicts };
}

interface Group {
  from: number;
  to: number;
  own: Change[];
  other: Change[];
}

/** The first change, with all changes that overlap it. */
function takeGroup(own: Change[], other: Change[]): Group {
  const first = !other[0] || (own[0] && own[0].from <= other[0].from) ? own[0] : other[0];
  const group: Group = { from: (first as Change).from, to: (first as Change).from, own: [], other: [] };
  const touches = (change: Change | undefined) =>
    change !== undefined && (change.from < group.to || change.from === group.from);
  for (;;) {
    const [list, taken] = touches(own[0]) ? [own, group.own] : [other, group.other];
    if (!touches(list[0])) return group;
    const change = list.shift() as Change;
    taken.push(change);
    group.to = Math.max(group.to, change.to);
  }
}

function resolve(base: string[], group: Group, preference: Preference, conflicts: MergeConflict[]): string[] {
  const { from, to, own, other } = group;
  const mine = applied(base, from, to, own);
  const theirs = applied(base, from, to, other);
  if (own.length === 0 || isSame(mine, theirs)) return theirs;
  if (other.length === 0) return mine;
  // Both only added here: nothing contradicts.
  if (from === to) return [...theirs, ...mine];
  conflicts.push({ mine, theirs });
  if (preference === 'both') return [...theirs, ...mine];
  return preference === 'mine' ? mine : theirs;
}

function applied(base: string[], from: number, to: number, changes: Change[]): string[] {
  const blocks: string[] = [];
  let at = from;
  for (const change of changes) {
    blocks.push(...base.slice(at, change.from), ...change.blocks);
    at = change.to;
  }
  return [...blocks, ...base.slice(at, to)];
}

const isSame = (a: string[], b: string[]) => a.length === b.length && a.every((block, i) => block === b[i]);

/** The ranges of `before` that have other blocks in `after`. */
export function changesBetween(before: string[], after: string[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let open: Change | undefined;
  for (const { value, added, removed, count = value.length } of diffArrays(before, after)) {
    if (!added && !removed) {
      at += count;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { from: at, to: at, blocks: [] };
      changes.push(open);
    }
    if (added) open.blocks.push(...value);
    else {
      at += count;
      open.to = at;
    }
  }
  return changes;
}
