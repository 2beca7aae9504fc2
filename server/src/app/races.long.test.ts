import { beforeAll, expect, test } from 'vitest';
import { findContradictions } from '../../test/races/consistency.ts';
import { createRaceRecords, type RaceDeps } from '../../test/races/records.ts';
import { createRaceRequest, isRaceRoute } from '../../test/races/requests.ts';
import { racePairs, shuffledPairs } from '../../test/races/run-pairs.ts';
import { describeParley } from '../../test/route-table.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';

/**
 * Two writing requests at the same moment, on the same records: no response is 5xx, and the stored state is consistent. The
 * pairs come from the route table, so a new route is included without being listed. Here a part of the pairs runs;
 * e2e/faults/races.test.ts runs all of them.
 */
const pairCount = 60;

const routes = (await describeParley()).routes.filter(isRaceRoute);

const parley = useParley();
const owner = useAccount(parley);
let deps: RaceDeps;
beforeAll(async () => {
  deps = {
    db: parley.db,
    owner,
    send: (token, method, path, body) =>
      parley.request(method, path, { body, headers: { authorization: `Bearer ${token}` } }),
  };
});

test('every writing route of a project has a sample request that succeeds alone', async () => {
  const send = (method: string, path: string, body?: unknown) => deps.send(owner.key, method, path, body);
  const refused: string[] = [];
  const waiting = [...routes];
  const work = async () => {
    for (let route = waiting.shift(); route; route = waiting.shift()) {
      const { method, path, body, prepare } = await createRaceRequest(route, createRaceRecords(deps), send);
      await prepare();
      const { status, text } = await send(method, path, body);
      if (status !== route.status) refused.push(`${route.operationId}: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  // Add what the route needs to server/test/races/requests.ts.
  expect(refused).toEqual([]);
});

test('no request gets a 5xx because of another one, and the stored state is consistent', async () => {
  const { pairs, failures, idle } = await racePairs(deps, shuffledPairs(routes).slice(0, pairCount));
  expect({ pairs, failures, idle }).toEqual({ pairs: pairCount, failures: [], idle: [] });
  expect(await findContradictions(parley.db)).toEqual([]);
});
