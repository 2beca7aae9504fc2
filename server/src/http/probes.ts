import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { AppError, forbidden } from '../foundation/errors.ts';
import { errorEnvelope } from './failure.ts';

export interface Probes {
  /** What must work for this process to be of use; each throws when it does not. */
  checks: Record<string, () => Promise<void>>;
  metricsAllowed(address: string): boolean;
  trustProxy: boolean;
  registry: Registry;
}

const checkTimeoutMs = 2_000;

/** `/healthz`: the process lives. `/readyz`: it can work. `/metrics`: how it fares, for Prometheus. */
export function mountProbes(app: FastifyInstance, probes: Probes): void {
  const { checks, metricsAllowed, trustProxy, registry } = probes;
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'parley_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'parley_http_failures_total',
    help: 'Answers with status 500',
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    if (reply.statusCode >= 500) failures.inc();
    done();
  });

  app.get('/healthz', async () => ({ data: { status: 'ok' } }));
  app.get('/readyz', async (_request, reply) => {
    const entries = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, (await succeeds(check)) ? 'ok' : 'failing'] as const,
      ),
    );
    const ready = entries.every(([, state]) => state === 'ok');
    if (ready) return { data: { status: 'ready', checks: Object.fromEntries(entries) } };
    const broken = entries
      .filter(([, state]) => state !== 'ok')
      .map(([field]) => ({ field, message: 'does not answer.' }));
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

const proxyMarks = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Who asks: who is connected, or whom the trusted proxy in front of us names. A proxy on this machine connects from
 * loopback for the whole world (contract §10: loopback only), so nobody is known where one is not trusted or names nobody.
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

async function succeeds(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), checkTimeoutMs);
  });
  try {
    await Promise.race([check(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
