import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { AppError, forbidden } from '../foundation/errors.ts';
import { errorEnvelope } from './failure.ts';

export interface Probes {
  /** What must work for this process to be of use; each throws when it does not, a NotReady to say why. */
  checks: Record<string, () => Promise<void>>;
  metricsAllowed(address: string): boolean;
  trustProxy: boolean;
  registry: Registry;
}

const checkTimeoutMs = 2_000;

/** Its message is shown to whoever asks /readyz, so it names no path and no address. */
export class NotReady extends Error {}

/** `/healthz`: the process lives. `/readyz`: it can work. `/metrics`: how it fares, for Prometheus. */
export function mountProbes(app: FastifyInstance, probes: Probes): void {
  const { checks, metricsAllowed, trustProxy, registry } = probes;
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'parley_http_request_seconds',
    help: 'Time to answer a request',
    // Few values each: a histogram has a line for every bucket of every combination.
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
    help: 'Answers with status 500',
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    seconds.observe({ surface: surfaceOf(route), status }, reply.elapsedTime / 1000);
    // Of a path that no route has, the method may be any word.
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
    // 503 and not a code of the table: this is for load balancers, not a part of /v1.
    return reply.code(503).send(errorEnvelope(new AppError('internal', 'Not ready.', broken)));
  });
  app.get('/metrics', async (request, reply) => {
    const askers = findAskers(request, trustProxy);
    if (askers.length === 0 || !askers.every(metricsAllowed))
      throw forbidden('Metrics are open to the networks in METRICS_ALLOW only.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const surfaceOf = (route: string | undefined): string =>
  ['/v1', '/app/v1'].find((prefix) => route?.startsWith(`${prefix}/`))?.slice(1) ?? 'other';

const proxyMarks = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Who asks: who is connected, or whom the trusted proxy in front of us names. A proxy on this machine connects from
 * loopback for the whole world (spec §10.3: loopback only), so nobody is known where one is not trusted or names nobody.
 * All that stand in X-Forwarded-For are askers: a client may have begun the list itself, but can't take itself off it.
 */
function findAskers({ headers, socket }: FastifyRequest, trustProxy: boolean): string[] {
  const forwardedFor = headers['x-forwarded-for'];
  if (forwardedFor !== undefined)
    return trustProxy
      ? [forwardedFor]
          .flat()
          .join()
          .split(',')
          .map((part) => part.trim())
      : [];
  if (proxyMarks.some((name) => headers[name] !== undefined)) return [];
  return socket.remoteAddress === undefined ? [] : [socket.remoteAddress];
}

/** What is wrong, or nothing. */
async function findFault(check: () => Promise<void>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), checkTimeoutMs);
  });
  try {
    await Promise.race([check(), late]);
    return undefined;
  } catch (error) {
    return error instanceof NotReady ? error.message : 'does not answer.';
  } finally {
    clearTimeout(timer);
  }
}
