import type { Models } from './models.ts';
import { durationOf, type Turn, type TurnAudio } from './recognizer.ts';
import { shortWindowSeconds } from './short-window.ts';

/** A window of the full model. */
const longWindowSeconds = 28;
/** Less speech is no reason for a second opinion. */
const sampleSecondsMin = 2;

/**
 * The language of a recording, from eight seconds at its start and eight in its middle. If they differ, a full window from
 * the middle decides, which costs three times as much as both.
 */
export async function detectLanguage(
  models: Models,
  turns: Turn[],
  readTurn: (index: number) => Promise<TurnAudio>,
): Promise<string> {
  const detect = async (indexes: number[], model: 'shortWindow' | 'multilingual') =>
    (await models[model]()).detectLanguage(await Promise.all(indexes.map(readTurn)));
  const [start = [], middle] = sampleTurns(turns, shortWindowSeconds);
  const first = await detect(start, 'shortWindow');
  if (!middle || (await detect(middle, 'shortWindow')) === first) return first;
  return detect(takeTurns(turns, middle[0] as number, longWindowSeconds), 'multilingual');
}

/** The turns, by index, at the start and in the middle of the recording that fill a window; only those at the start if it is short. */
export function sampleTurns(turns: Turn[], seconds: number): [number[], number[]?] {
  const start = takeTurns(turns, 0, seconds);
  const all = turns.reduce((sum, turn) => sum + durationOf(turn), 0);
  let before = 0;
  const half = turns.findIndex((turn) => {
    before += durationOf(turn);
    return before > all / 2;
  });
  const middle = takeTurns(turns, Math.max(half, start.length), seconds);
  const middleSeconds = middle.reduce((sum, index) => sum + durationOf(turns[index] as Turn), 0);
  return middleSeconds < sampleSecondsMin ? [start] : [start, middle];
}

function takeTurns(turns: Turn[], from: number, seconds: number): number[] {
  const taken: number[] = [];
  let left = seconds;
  for (let index = from; index < turns.length && left > 0; index++) {
    taken.push(index);
    left -= durationOf(turns[index] as Turn);
  }
  return taken;
}
