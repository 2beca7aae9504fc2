import type { Route } from '../../src/http/route.ts';
import { createRaceRecords, type RaceDeps } from './records.ts';
import { createRaceRequest } from './requests.ts';

export type RoutePair = readonly [Route, Route];

/** Every pair of these routes, also each with itself, in an order that is random and always the same. */
export function shuffledPairs(routes: Route[]): RoutePair[] {
  const pairs = routes.flatMap((first, i) => routes.slice(i).map((second) => [first, second] as const));
  let state = 20261118;
  for (let i = pairs.length - 1; i > 0; i--) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const j = state % (i + 1);
    [pairs[i], pairs[j]] = [pairs[j] as RoutePair, pairs[i] as RoutePair];
  }
  return pairs;
}

/** Each request is sent this often, so that one run of a pair has several interleavings. */
const copies = 2;
/** Each pair has its own project. Several of them keep the server busy, which changes the interleavings. */
const pairsAtOnce = 12;

/**
 * Sends the requests of a pair at the same moment, to the same records. Returns the responses that blame the server, and
 * how many requests succeeded.
 */
async function racePair(deps: RaceDeps, pair: RoutePair): Promise<{ failures: string[]; succeeded: number }> {
  const send = (method: string, path: string, body?: unknown) =>
    deps.send(deps.owner.key, method, path, body);
  const records = createRaceRecords(deps);
  const requests = [];
  for (let copy = 0; copy < copies; copy++)
    for (const route of copy % 2 === 0 ? pair : pair.toReversed())
      requests.push({ route, ...(await createRaceRequest(route, records, send)) });
  for (const { prepare } of requests.slice(0, pair.length)) await prepare();
  const responses = await Promise.all(
    requests.map(async ({ route, method, path, body }) => ({ route, ...(await send(method, path, body)) })),
  );
  const name = nameOf(pair);
  return {
    failures: responses
      .filter(({ status }) => status >= 500)
      .map(({ route, status, text }) => `${name}: ${route.operationId} got ${status} ${text}`),
    succeeded: responses.filter(({ status }) => status < 300).length,
  };
}

const nameOf = (pair: RoutePair): string => pair.map(({ operationId }) => operationId).join(' and ');

export interface RaceResult {
  pairs: number;
  failures: string[];
  /** Pairs of which no request succeeded: they tested nothing. */
  idle: string[];
}

/** Races the pairs, and starts no other pair when `stopAt` has passed. */
export async function racePairs(
  deps: RaceDeps,
  pairs: readonly RoutePair[],
  stopAt = Number.POSITIVE_INFINITY,
): Promise<RaceResult> {
  const result: RaceResult = { pairs: 0, failures: [], idle: [] };
  const waiting = [...pairs];
  const work = async () => {
    for (let pair = waiting.shift(); pair && Date.now() < stopAt; pair = waiting.shift()) {
      const { failures, succeeded } = await racePair(deps, pair);
      result.pairs++;
      result.failures.push(...failures);
      if (succeeded === 0) result.idle.push(nameOf(pair));
    }
  };
  await Promise.all(Array.from({ length: pairsAtOnce }, work));
  return result;
}
