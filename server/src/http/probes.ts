import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { AppError, forbidden } from '../foundation/errors.ts';
import { withTimeout } from '../foundation/with-timeout.ts';
import { errorEnvelope } from './failure.ts';

export interface Probes {
  /** The checks of /readyz. Each throws if it fails; the message of a NotReady is part of the response. */
  checks: Record<string, () => Promise<void>>;
  metricsAllowed(address: string): boolean;
  trustProxy: boolean;
  registry: Registry;
}

const checkTimeoutMs = 2_000;

/** Its message is in the public response of /readyz, so it must not contain paths or addresses. */
export class NotReady extends Error {}

/** `/healthz`: the process runs. `/readyz`: its checks pass. `/metrics`: metrics for Prometheus. */
export function mountProbes(app: FastifyInstance, probes: Probes): void {
  const { checks, metricsAllowed, trustProxy, registry } = probes;
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'parley_http_request_seconds',
    help: 'Duration of requests',
    // Labels have few values, because a histogram has a line for every bucket of every combination.
    labelNames: ['surface', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const requests = new Counter({
    name: 'parley_http_requests_total',
    help: 'Requests by route',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'parley_http_failures_total',
    help: 'Responses with status 500 or 503',
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    seconds.observe({ surface: surfaceOf(route), status }, reply.elapsedTime / 1000);
    // At an unknown path the method may be any word, so it is not used as a label.
    requests.inc(
      route ? { method: request.method, route, status } : { method: 'any', route: 'unknown', status },
    );
    if (reply.statusCode >= 500) failures.inc();
    done();
  });

  app.get('/healthz', async () => ({ data: { status: 'ok' } }));
  app.get('/readyz', async (_request, reply) => {
    const entries = await Promise.all(
      Object.entries(checks).map(async ([field, check]) => ({ field, message: await findFault(check) })),
    );
    const broken = entries.flatMap(({ field, message }) =>
      message === undefined ? [] : [{ field, message }],
    );
    const checked = Object.fromEntries(entries.map(({ field }) => [field, 'ok']));
    if (broken.length === 0) return { data: { status: 'ready', checks: checked } };
    // A load balancer sends no requests to this node until it is ready.
    return reply.code(503).send(errorEnvelope(new AppError('internal', 'Not ready.', broken)));
  });
  app.get('/metrics', async (request, reply) => {
    const addresses = findClientAddresses(request, trustProxy);
    if (addresses.length === 0 || !addresses.every(metricsAllowed))
      throw forbidden('Only the networks in METRICS_ALLOW may read metrics.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const surfaceOf = (route: string | undefined): string =>
  ['/v1', '/app/v1'].find((prefix) => route?.startsWith(`${prefix}/`))?.slice(1) ?? 'other';

const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * The address of the connection, or the addresses that a trusted proxy forwards. A proxy on this machine connects from
 * loopback for every client (spec §10.3: loopback only), so the result is empty if it is not trusted or forwards none.
 * All addresses in X-Forwarded-For count: a client can add addresses, but it cannot remove its own.
 */
function findClientAddresses({ headers, socket }: FastifyRequest, trustProxy: boolean): string[] {
  const forwardedFor = headers['x-forwarded-for'];
  if (forwardedFor !== undefined)
    return trustProxy
      ? [forwardedFor]
          .flat()
          .join()
          .split(',')
          .map((part) => part.trim())
      : [];
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return [];
  return socket.remoteAddress === undefined ? [] : [socket.remoteAddress];
}

/** Returns a message if the check fails. */
async function findFault(check: () => Promise<void>): Promise<string | undefined> {
  try {
    await withTimeout(check(), checkTimeoutMs);
    return undefined;
  } catch (error) {
    return error instanceof NotReady ? error.message : 'does not respond.';
  }
}
