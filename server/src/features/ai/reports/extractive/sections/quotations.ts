import { chooseDiverse } from '../../../../../platform/ai/text-analysis/index.ts';
import { escapeMarkdown } from '../../../../evidence/markdown/index.ts';
import type { Draft } from '../../draft.ts';
import type { Analysis } from '../analysis.ts';

/** The quotations of a report. Passages are numbers: their index in the analysis. */
export interface Quotations {
  namedSegments: Draft['namedSegments'];
  quote(passage: number): string;
  /** Quotes the best unused passages that differ from each other, by different participants if possible. */
  choose(from: number[], count: number): string[];
  isUsed(passage: number): boolean;
}

const candidatesMax = 200;

export function createQuotations(analysis: Analysis): Quotations {
  const { passages, scores, similarity } = analysis;
  const namedSegments: Draft['namedSegments'] = {};
  const used = new Set<number>();
  const source = (at: number) => passages[at]?.speakerName ?? '';

  const quote = (at: number) => {
    const passage = passages[at];
    if (!passage) return '';
    used.add(at);
    const id = `cit_${Object.keys(namedSegments).length + 1}`;
    namedSegments[id] = [passage.segment.id];
    return `> ${escapeMarkdown(passage.text.replace(/\s+/g, ' '))} [${id}]`;
  };
  const choose = (from: number[], count: number) => {
    const free = from.filter((at) => !used.has(at)).slice(0, candidatesMax);
    return byScore(analysis, chooseDiverse({ from: free, scores, similarity, count, source })).map(quote);
  };
  return { namedSegments, quote, choose, isUsed: (at) => used.has(at) };
}

export const byScore = ({ scores }: Analysis, members: number[]): number[] =>
  members.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
