import type { AxisKind, InsightsSearch, SearchChange, WhatKind, WhoKind } from './insights-search.ts';

export const whoKinds = ['participant', 'file', 'speaker'] as const satisfies readonly WhoKind[];

export interface Axes {
  who: WhoKind;
  what: WhatKind;
  /** What is said is in the rows. */
  transposed: boolean;
}

/** Each tag with each other one. It has no other axes, and transposing says nothing new. */
export const tagAxes: Axes = { who: 'tag', what: 'tag', transposed: false };

const isWhat = (kind: AxisKind | undefined): kind is WhatKind => kind === 'tag' || kind === 'question';
const isWho = (kind: AxisKind | undefined): kind is WhoKind => kind !== undefined && !isWhat(kind);

/** Answers to questions belong to participants, so that axis is not a choice then. */
export function readAxes({ rows, columns }: InsightsSearch): Axes {
  const transposed = isWhat(rows) || isWho(columns);
  const [who, what] = transposed ? [columns, rows] : [rows, columns];
  const whatKind = isWhat(what) ? what : 'tag';
  return { who: whatKind === 'question' || !isWho(who) ? 'participant' : who, what: whatKind, transposed };
}

export const axesChange = ({ who, what, transposed }: Axes): SearchChange => ({
  rows: transposed ? what : who,
  columns: transposed ? who : what,
});

export const idsOf = (list: string | undefined): string[] => list?.split(',').filter(Boolean) ?? [];
export const listOf = (ids: readonly string[]): string | undefined => ids.join(',') || undefined;
