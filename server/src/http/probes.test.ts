import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { matchesNetworks } from '../foundation/cidr.ts';
import { createLog } from '../platform/log/log.ts';
import { mountProbes } from './probes.ts';
import { createHttpServer } from './server.ts';

/** Access to /metrics (spec §10.3: loopback only unless configured). Every request here comes from loopback. */

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Setting {
  trustProxy?: boolean;
  allow?: string[];
  host?: string;
}

async function ask(headers: Record<string, string>, setting: Setting = {}): Promise<number> {
  const { trustProxy = false, allow = ['127.0.0.0/8', '::1/128'], host = '127.0.0.1' } = setting;
  const app = createHttpServer(createLog('silent'), { trustProxy });
  mountProbes(app, {
    checks: {},
    metricsAllowed: matchesNetworks(allow),
    trustProxy,
    registry: new Registry(),
  });
  closing.push(() => app.close());
  await app.listen({ host, port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const { status } = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  return status;
}

const proxied: [string, Record<string, string>][] = [
  ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.7' }],
  ['X-Forwarded-For of loopback', { 'x-forwarded-for': '127.0.0.1' }],
  ['Forwarded', { forwarded: 'for=203.0.113.7' }],
  ['X-Real-IP', { 'x-real-ip': '203.0.113.7' }],
  ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
  ['Via', { via: '1.1 proxy' }],
];

describe('metrics', () => {
  test('returns metrics to this machine', async () => {
    expect(await ask({})).toBe(200);
    expect(await ask({}, { trustProxy: true })).toBe(200);
    // On a dual-stack socket, an IPv4 address appears as ::ffff:127.0.0.1.
    expect(await ask({}, { host: '::' })).toBe(200);
    expect(await ask({}, { allow: ['10.0.0.0/8'] })).toBe(403);
  });

  test.each(proxied)(
    'refuses metrics to a request through a proxy that is not trusted: %s',
    async (_, headers) => {
      expect(await ask(headers)).toBe(403);
    },
  );

  test('returns metrics through a trusted proxy if METRICS_ALLOW contains the forwarded address', async () => {
    const named = { 'x-forwarded-for': '10.1.2.3' };
    expect(await ask(named, { trustProxy: true })).toBe(403);
    expect(await ask(named, { trustProxy: true, allow: ['10.0.0.0/8'] })).toBe(200);
  });

  test.each([
    '203.0.113.7',
    '127.0.0.1, 203.0.113.7',
    '203.0.113.7, 127.0.0.1',
    '127.0.0.1,',
    '',
    'unknown',
    '127.0.0.1:80, 203.0.113.7',
  ])('refuses metrics to X-Forwarded-For: %j from a trusted proxy', async (chain) => {
    expect(await ask({ 'x-forwarded-for': chain }, { trustProxy: true })).toBe(403);
  });

  test('refuses metrics to a trusted proxy that forwards no address', async () => {
    expect(await ask({ 'x-real-ip': '127.0.0.1' }, { trustProxy: true })).toBe(403);
  });
});

describe('the size of /metrics', () => {
  test('bounds the size of /metrics by the number of routes, whatever paths are requested', async () => {
    const app = createHttpServer(createLog('silent'), { trustProxy: false });
    mountProbes(app, { checks: {}, metricsAllowed: () => true, trustProxy: false, registry: new Registry() });
    for (let i = 0; i < 250; i++)
      app.get(`/v1/things${i}/:thingId`, async (request, reply) =>
        reply.code(Number((request.params as { thingId: string }).thingId)).send({}),
      );
    closing.push(() => app.close());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const statuses = [200, 201, 202, 400, 401, 402, 403, 404, 409, 422, 429, 500, 503];
    for (let i = 0; i < 250; i++) for (const status of statuses) await app.inject(`/v1/things${i}/${status}`);
    for (const method of ['GET', 'PUT', 'PROPFIND', 'LOCK'] as const)
      for (let i = 0; i < 20; i++) await app.inject({ method: method as 'GET', url: `/nothing/${i}` });
    const { body } = await app.inject('/metrics');
    expect(body).toContain('route="/v1/things249/:thingId",status="4xx"');
    expect(body).not.toContain('/nothing/');
    expect(body.split('\n').filter((line) => line.includes('route="unknown"'))).toHaveLength(1);
    expect(body.length).toBeLessThan(150_000);
  });
});
