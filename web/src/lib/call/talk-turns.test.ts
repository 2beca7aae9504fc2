import { expect, it } from 'vitest';
import { createTalkTurns } from './talk-turns.ts';

const levels = (ada: number, mina: number) =>
  new Map([
    ['ada', ada],
    ['mina', mina],
  ]);

it('joins speech with short pauses, and the loudest person counts', () => {
  const talk = createTalkTurns();
  for (let s = 0; s < 20; s++) talk.add(s / 10, s === 10 ? levels(0, 0) : levels(0.2, 0.05));
  for (let s = 20; s < 40; s++) talk.add(s / 10, levels(0.001, 0.1));
  expect(talk.list()).toEqual([
    { peer_id: 'ada', start_seconds: 0, end_seconds: 1.9 },
    { peer_id: 'mina', start_seconds: 2, end_seconds: 3.9 },
  ]);
});

it('leaves out silence and single loud moments', () => {
  const talk = createTalkTurns();
  for (let s = 0; s < 20; s++) talk.add(s / 10, levels(0.005, 0.01));
  talk.add(5, levels(0.5, 0));
  expect(talk.list()).toEqual([]);
});
