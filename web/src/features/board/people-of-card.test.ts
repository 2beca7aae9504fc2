import { expect, it } from 'vitest';
import type { Card } from '../../data/board-order.ts';
import { countPeople } from './people-of-card.ts';

const quoted = (...from: [speaker: string | null, file_id: string][]) =>
  ({ evidence: from.map(([speaker, file_id]) => ({ speaker, file_id })) }) as Card;

it.each([
  ['nobody without evidence', quoted(), 0],
  ['a person of several passages once', quoted(['Mina', 'a'], ['mina ', 'a'], ['Mina', 'b']), 1],
  [
    'generic speakers of different files as different people',
    quoted(['Speaker 1', 'a'], ['Speaker 1', 'b']),
    2,
  ],
  ['nobody for a passage without a speaker', quoted([null, 'a'], ['Ben', 'a']), 1],
])('counts %s', (_, card, count) => {
  expect(countPeople(card)).toBe(count);
});
