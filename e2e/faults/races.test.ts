import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions } from '../../server/test/races/consistency.ts';
import { isRaceRoute } from '../../server/test/races/requests.ts';
import { racePairs, shuffledPairs } from '../../server/test/races/run-pairs.ts';
import { describeParley } from '../../server/test/route-table.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterAll(async () => {
  await fixture.killServers();
  await fixture.close();
});

/** A slow machine runs as many pairs as it can in this time, in an order that is always the same. */
const timeMs = 165_000;

test('every pair of writing requests on the records of a project, sent to two servers at the same moment, gets no 5xx', async () => {
  const start = () => fixture.start('api', { RATE_LIMIT_SELF_HOSTED: '0' });
  const servers = [await start(), await start()] as const;
  const all = shuffledPairs((await describeParley()).routes.filter(isRaceRoute));
  let number = 0;
  const send = async (token: string, method: string, path: string, body?: unknown) => {
    const server = servers[number++ % 2] as (typeof servers)[number];
    const response = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  };
  const deps = { db: fixture.postgres.db, owner: fixture.account, send };
  const { pairs, failures, idle } = await racePairs(deps, all, Date.now() + timeMs);
  logResult('pairs of requests', { raced: pairs, of: all.length });
  expect({ failures, idle }).toEqual({ failures: [], idle: [] });
  expect(await findContradictions(fixture.postgres.db)).toEqual([]);
});
