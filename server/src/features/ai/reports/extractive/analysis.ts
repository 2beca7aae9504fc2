import type { Comparison } from './compare-passages.ts';
import type { Cue } from './cues.ts';
import type { Answers } from './find-answers.ts';
import type { Disagreement } from './find-disagreements.ts';
import type { Theme } from './find-themes.ts';
import { expresses, type Judgement } from './opinions.ts';

/** Everything that a report is composed of. */
export interface Analysis extends Comparison {
  judgements: Judgement[];
  themes: Theme[];
  answers: Answers;
  disagreements: Disagreement[];
}

export const speakersOf = ({ passages }: Analysis, members?: number[]): Set<string> =>
  new Set(
    members ? members.flatMap((at) => passages[at]?.speakerName ?? []) : passages.map((of) => of.speakerName),
  );

export function countBySpeaker({ passages }: Analysis, members: number[]): [string, number][] {
  const tally = new Map<string, number>();
  for (const at of members) {
    const name = passages[at]?.speakerName ?? '';
    tally.set(name, (tally.get(name) ?? 0) + 1);
  }
  return [...tally].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

/** The indexes of all passages with an opinion. */
export const passagesWith = ({ judgements }: Analysis, opinion: Cue): number[] =>
  judgements.flatMap((judgement, at) => (expresses(judgement, opinion) ? [at] : []));

/** The themes with several of these passages, those of most participants first. */
export function themesWith(analysis: Analysis, passages: number[]): Theme[] {
  const wanted = new Set(passages);
  return analysis.themes
    .map(({ label, members }) => ({ label, members: members.filter((at) => wanted.has(at)) }))
    .filter(({ members }) => members.length >= 2)
    .sort(
      (a, b) =>
        speakersOf(analysis, b.members).size - speakersOf(analysis, a.members).size ||
        b.members.length - a.members.length,
    );
}
