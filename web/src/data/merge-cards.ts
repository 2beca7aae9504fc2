import type { CardPatch } from './board-change.ts';
import type { Card } from './board-order.ts';

/** The most passages and the longest text that the server stores for a card. */
export const evidenceMax = 100;
const bodyMax = 50_000;

/** The same words of the same file, wherever the transcript moved them. */
export const evidenceKey = ({ file_id, clip_id, quote, start_seconds }: Card['evidence'][number]): string =>
  JSON.stringify([file_id, clip_id, quote ?? start_seconds]);

/** What a card becomes when others are merged into it; undefined if that is more than a card can have. */
export function mergedPatch(into: Card, others: readonly Card[]): CardPatch | undefined {
  const all = [into, ...others];
  const evidence = new Map(all.flatMap((card) => card.evidence).map((item) => [evidenceKey(item), item]));
  const body = [into.body ?? '', ...others.map(textOf)].filter(Boolean).join('\n\n');
  if (evidence.size > evidenceMax || body.length > bodyMax) return undefined;
  return {
    body,
    tag_ids: [...new Set(all.flatMap(({ tag_ids }) => tag_ids))],
    evidence: [...evidence.values()],
  };
}

/** The title stays readable in the text of the other card. */
const textOf = ({ title, body }: Card): string =>
  [`**${title.replace(/[\\`*_[\]<]/g, '\\$&')}**`, body ?? ''].filter(Boolean).join('\n\n');
