import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { createEmit } from '../events/index.ts';
import { boardRoutes } from '../features/coding/board/index.ts';
import { noteRoutes } from '../features/coding/notes/index.ts';
import { tagRoutes } from '../features/coding/tags/index.ts';
import { automationRoutes } from '../features/deliveries/automations/index.ts';
import { createEventWaits, eventLogRoutes } from '../features/deliveries/event-log/index.ts';
import { webhookRoutes } from '../features/deliveries/webhooks/index.ts';
import { testRoutes } from '../features/engage/tests/index.ts';
import { accountRoutes } from '../features/identity/accounts/index.ts';
import {
  apiKeyRoutes,
  createApiKeyAuthenticator,
  createApiKeyCache,
  touchKeys,
} from '../features/identity/api-keys/index.ts';
import { createSignInAuthenticator, mountSignIn, sweepSignIns } from '../features/identity/sign-in/index.ts';
import { createUsageCounter, usageRoutes } from '../features/identity/usage/index.ts';
import { projectRoutes, purgeDeletedProjects } from '../features/projects/index.ts';
import type { StorageReport } from '../features/sources/files/index.ts';
import { searchRoutes, sweepSearchWords } from '../features/sources/search/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { eventDays, restoreDays } from '../foundation/limits.ts';
import { mountDocs } from '../http/docs-page.ts';
import { createIdempotency, sweepIdempotencyKeys } from '../http/gates/idempotency.ts';
import { createRateLimitGate } from '../http/gates/rate-limit.ts';
import { createReferenceGate } from '../http/gates/references.ts';
import { createValidator } from '../http/gates/validation.ts';
import { mountApi } from '../http/mount-api.ts';
import { createPages } from '../http/pages.ts';
import { mountProbes } from '../http/probes.ts';
import type { Route } from '../http/route.ts';
import { createHttpServer } from '../http/server.ts';
import { type Config, matchesNetworks } from '../platform/config/index.ts';
import { createDayPartitions, type Database, dropDayPartitions, sql } from '../platform/database/index.ts';
import type { Log } from '../platform/log/log.ts';
import { createOutbound, parseCidrList } from '../platform/outbound/index.ts';
import { type PeriodicTask, startPeriodic } from '../platform/periodic/periodic.ts';
import { createRateLimiter } from '../platform/rate-limiter/index.ts';
import { createSecretBox } from '../platform/secret-box/secret-box.ts';
import { describeApi } from './api-description.ts';
import { composeDeliveries } from './deliveries.ts';
import { composeMaterial } from './material.ts';
import { dataDirCheck } from './readiness.ts';
import { referenceFinders } from './reference-finders.ts';

export interface World {
  config: Config;
  db: Database;
  clock: Clock;
  log: Log;
  secretKey: string;
}

export interface Parley {
  app: FastifyInstance;
  /** Every route of the product, for what is generated from them. */
  routes: Route[];
  openapi: object;
  /** Holds the records of files against their bytes. */
  checkStorage(): Promise<StorageReport>;
  /** Runs every chore of the background once, now. */
  sweep(): Promise<void>;
  /** Background work of this process, by its role. */
  startWork(): void;
  close(): Promise<void>;
}

/** The only place where things are built and handed to each other. */
export async function compose({ config, db, clock, log, secretKey }: World): Promise<Parley> {
  const box = createSecretBox(secretKey);
  const limiter = createRateLimiter(config.redisUrl, log);
  const usage = createUsageCounter(db, touchKeys);
  const outbound = createOutbound({
    allow: parseCidrList(config.outboundAllow.join(',')).cidrs,
    allowHttp: config.outboundAllowHttp,
  });
  const registry = new Registry();
  const deliveries = composeDeliveries({ config, db, clock, log, box, outbound, registry });
  const eventWaits = createEventWaits({ db, log, registry });
  const emit = createEmit(deliveries.fanOuts, deliveries.wake, eventWaits.committed);
  const material = await composeMaterial({ config, db, clock, log, box, emit, outbound, registry });

  const routes: Route[] = [
    ...accountRoutes(material.ai),
    ...apiKeyRoutes(),
    ...usageRoutes(config.rateLimitSelfHosted),
    ...tagRoutes({ emit }),
    ...noteRoutes(),
    ...boardRoutes(),
    ...testRoutes(),
    ...projectRoutes({ emit, publicUrl: config.publicUrl, endJobs: material.endJobsOfProject }),
    ...material.routes,
    ...searchRoutes({ publicUrl: config.publicUrl }),
    ...eventLogRoutes({ waits: eventWaits }),
    ...webhookRoutes({ outbound, box, wake: deliveries.wake }),
    ...automationRoutes({ outbound }),
  ];
  const publicRoutes = routes.filter((route) => !route.appOnly);
  const openapi = describeApi(publicRoutes);

  const pages = config.role === 'worker' ? undefined : createPages(webDist);
  const app = createHttpServer(log, {
    trustProxy: config.trustProxy,
    limits: {
      // Behind a proxy all connections come from its address.
      perAddressMax: config.trustProxy ? 0 : config.maxConnectionsPerAddress,
      bodyTimeoutMs: config.bodyTimeoutSeconds * 1000,
      uploadWindowMs: config.uploadStallSeconds * 1000,
      uploadBytesPerSecondMin: config.uploadMinBytesPerSecond,
    },
    page: pages?.answer,
  });
  mountProbes(app, {
    registry,
    checks: {
      database: async () => void (await db.query(sql`select 1`)),
      disk: dataDirCheck(config.dataDir, config.freeDiskMibMin * 1024 ** 2),
      storage: material.storageAnswers,
      queue: deliveries.check,
    },
    metricsAllowed: matchesNetworks(config.metricsAllow),
    trustProxy: config.trustProxy,
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { principal } = request;
    // Usage counts what keys do, not the clicks of a person in the browser.
    if (!principal?.api_key) return;
    usage.record({
      user_id: principal.user_id,
      key_id: principal.api_key.id,
      request_id: request.id,
      method: request.method,
      endpoint: request.routeOptions.url ?? 'unknown',
      path: (request.url.split('?')[0] as string).slice(0, 300),
      status: reply.statusCode,
      at: clock.now(),
    });
  });
  mountDocs(app, openapi);
  material.mount(app);
  const gates = {
    db,
    clock,
    rateLimit: createRateLimitGate(limiter, config.rateLimitSelfHosted),
    validator: createValidator(),
    idempotency: createIdempotency(db, box),
    references: createReferenceGate(referenceFinders),
  };
  const keyMemory = createApiKeyCache(db);
  mountApi(
    app,
    {
      prefix: '/v1',
      authenticate: createApiKeyAuthenticator(keyMemory, db, clock),
      routes: publicRoutes,
      cacheable: true,
    },
    gates,
  );
  const signInDeps = { db, clock, publicUrl: config.publicUrl };
  mountSignIn(app, { ...signInDeps, limiter, browserKey: box.deriveKey('known browser') });
  mountApi(app, { prefix: '/app/v1', authenticate: createSignInAuthenticator(signInDeps), routes }, gates);
  pages?.mount(app);
  app.addHook('preClose', async () => eventWaits.close());
  await app.ready();

  const chores: PeriodicTask[] = [{ name: 'usage', everyMs: 5_000, run: usage.flush }];
  const works = config.role !== 'api';
  if (works) chores.push(...housekeeping(db, clock), ...deliveries.chores, ...material.chores);
  let periodic: ReturnType<typeof startPeriodic> | undefined;

  return {
    app,
    routes,
    openapi,
    checkStorage: material.checkStorage,
    async sweep() {
      for (const chore of chores) await chore.run();
    },
    startWork() {
      periodic = startPeriodic(chores, log);
      if (works) {
        deliveries.start();
        material.startWork();
      }
    },
    async close() {
      await app.close();
      await keyMemory.close();
      await deliveries.stop();
      await periodic?.stop();
      await material.close();
      await outbound.close();
      await usage
        .flush()
        .catch((error: unknown) => log.warn({ err: error }, 'the last counts were not written'));
      await limiter.close();
    },
  };
}

const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

function housekeeping(db: Database, clock: Clock): PeriodicTask[] {
  const hour = 3_600_000;
  return [
    { name: 'event partitions', everyMs: hour, run: () => createDayPartitions(db, 'events', clock.now()) },
    {
      name: 'old events',
      everyMs: hour,
      run: () => dropDayPartitions(db, 'events', new Date(clock.now().getTime() - eventDays * 86_400_000)),
    },
    { name: 'sign-ins', everyMs: hour, run: () => sweepSignIns(db, clock.now()) },
    { name: 'idempotency keys', everyMs: hour / 4, run: () => sweepIdempotencyKeys(db, clock.now()) },
    { name: 'search words', everyMs: hour, run: () => sweepSearchWords(db, clock.now()) },
    {
      name: 'deleted projects',
      everyMs: hour,
      run: async () => {
        await purgeDeletedProjects(db, new Date(clock.now().getTime() - restoreDays * 86_400_000));
      },
    },
  ];
}
