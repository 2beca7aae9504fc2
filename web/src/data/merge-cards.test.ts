import { expect, it } from 'vitest';
import type { Card } from './board-order.ts';
import { mergedPatch } from './merge-cards.ts';

const quote = (words: string) => ({ file_id: 'file_1', clip_id: null, quote: words, start_seconds: 1 });
const card = (title: string, more: object): Card =>
  ({ title, body: null, tag_ids: [], evidence: [], ...more }) as unknown as Card;

it('joins texts with their titles, tags and passages, each once', () => {
  const patch = mergedPatch(
    card('Price', { body: 'Too high.', tag_ids: ['t1'], evidence: [quote('One'), quote('Two')] }),
    [
      card('Costs *late*', { tag_ids: ['t1', 't2'], evidence: [quote('Two'), quote('Three')] }),
      card('Fees', { body: 'Hidden.' }),
    ],
  );
  expect(patch).toEqual({
    body: 'Too high.\n\n**Costs \\*late\\***\n\n**Fees**\n\nHidden.',
    tag_ids: ['t1', 't2'],
    evidence: [quote('One'), quote('Two'), quote('Three')],
  });
});

it('refuses more passages than a card can have', () => {
  const many = (name: string) => Array.from({ length: 51 }, (_, n) => quote(`${name} ${n}`));
  expect(
    mergedPatch(card('A', { evidence: many('a') }), [card('B', { evidence: many('b') })]),
  ).toBeUndefined();
});
