import { useState } from 'react';

/** When each question was covered, in seconds of the interview, by question. */
export type Ticks = Record<string, number>;

const keyOf = (sessionId: string) => `parley.guide.${sessionId}`;

/** Ticks of the guide. They stay in this browser: they help to hold the interview and are no result of it. */
export function useTicks(sessionId: string) {
  const [ticks, setTicks] = useState<Ticks>(() => readTicks(sessionId));
  const toggle = (questionId: string, seconds: number) => {
    const { [questionId]: ticked, ...others } = ticks;
    const next = ticked === undefined ? { ...others, [questionId]: seconds } : others;
    setTicks(next);
    localStorage.setItem(keyOf(sessionId), JSON.stringify(next));
  };
  return { ticks, toggle };
}

function readTicks(sessionId: string): Ticks {
  try {
    return JSON.parse(localStorage.getItem(keyOf(sessionId)) ?? '{}') as Ticks;
  } catch {
    return {};
  }
}
