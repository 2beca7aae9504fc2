import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Registered } from '../features/feature.ts';
import { matchesNetworks } from '../foundation/cidr.ts';
import type { Participant } from '../foundation/principal.ts';
import { mountDocs } from '../http/docs-page.ts';
import { createIdempotency, sweepIdempotencyKeys } from '../http/gates/idempotency.ts';
import { createReferenceGate, type Finders } from '../http/gates/references.ts';
import { createReplayAccess } from '../http/gates/replay-access.ts';
import { mountGuides } from '../http/guides/mount-guides.ts';
import { mountApi } from '../http/mount-api.ts';
import { countOpenRequests } from '../http/open-requests.ts';
import { createPages } from '../http/pages.ts';
import { mountProbes } from '../http/probes.ts';
import { mountPublicFonts } from '../http/public-fonts.ts';
import type { Route } from '../http/route.ts';
import { createHttpServer } from '../http/server.ts';
import { sql } from '../platform/database/index.ts';
import { mailTask, mailTaskKind } from '../platform/mail/index.ts';
import { type PeriodicTask, startPeriodic } from '../platform/periodic/periodic.ts';
import { checkStorage, type StorageReport } from '../platform/storage/check-storage.ts';
import { describeApi } from './api-description.ts';
import {
  closeDependencies,
  type Dependencies,
  openDependencies,
  type ProcessDependencies,
} from './dependencies.ts';
import { createFeatures } from './features.ts';
import { createMounts } from './mounts.ts';
import { dataDirCheck, storageCheck } from './readiness.ts';

export interface Parley {
  app: FastifyInstance;
  /** All routes for researchers. Documentation and tests are generated from them. */
  routes: Route[];
  /** All routes for participants, at /p/v1. */
  participantRoutes: Route<Participant>[];
  openapi: object;
  /** What the features registered for each other. */
  registered: Registered;
  /** Compares the records of files with the stored blobs. */
  checkStorage(): Promise<StorageReport>;
  /** Prepares the database for the next days. Call it before the first request. */
  prepare(): Promise<void>;
  /** Runs every periodic task once. */
  sweep(): Promise<void>;
  /** Starts the background work of this process, according to its role. */
  startWork(): void;
  /** What `close` would have to wait for at the moment. */
  unfinished(): UnfinishedWork;
  close(): Promise<void>;
}

export interface UnfinishedWork {
  requests: number;
  /** The kind of each running task. */
  tasks: string[];
}

/** Builds the application from its features. */
export async function compose(given: ProcessDependencies): Promise<Parley> {
  const deps = await openDependencies(given);
  const { config, db, log, tasks } = deps;
  const { features, registered, authenticators, hasSignIn } = createFeatures(deps);

  const routes = features.flatMap((feature) => feature.routes ?? []);
  const participantRoutes = features.flatMap((feature) => feature.participantRoutes ?? []);
  const publicRoutes = routes.filter((route) => !route.appOnly);
  const openapi = describeApi({
    routes: publicRoutes,
    jobKinds: Object.assign({}, ...features.map((feature) => feature.jobKinds)),
    eventPayloads: Object.assign({}, ...features.map((feature) => feature.eventPayloads)),
  });

  const pages = config.role === 'worker' ? undefined : createPages(webDist, { hasSignIn });
  const app = createServer(deps, pages);
  const openRequests = countOpenRequests(app);
  mountProbes(app, {
    registry: deps.registry,
    checks: {
      database: async () => void (await db.query(sql`select 1`)),
      disk: dataDirCheck(config.dataDir, config.freeDiskMibMin * 1024 ** 2),
      storage: storageCheck(deps.storage),
      ...Object.assign({}, ...features.map((feature) => feature.readinessChecks)),
    },
    metricsAllowed: matchesNetworks(config.metricsAllow),
    trustProxy: config.trustProxy,
  });
  mountDocs(app, openapi);
  mountGuides(app, guidesFolder);
  for (const feature of features) feature.mount?.(app);
  const finders: Finders = Object.assign({}, ...features.map((feature) => feature.references));
  const gates = {
    db,
    clock: deps.clock,
    idempotency: createIdempotency(db, deps.box),
    references: createReferenceGate(finders),
    requireReplayAccess: createReplayAccess(finders),
  };
  const mounts = createMounts(deps, authenticators, routes, participantRoutes);
  mountApi(app, mounts.api, gates);
  mountApi(app, mounts.browser, gates);
  mountApi(app, mounts.participants, gates);
  pages?.mount(app);
  mountPublicFonts(app, webDist);
  await app.ready();

  const isWorker = config.role !== 'api';
  const periodicTasks = [...features.flatMap((feature) => feature.periodic ?? []), ...ownPeriodicTasks(deps)];
  const ownTasks = periodicTasks.filter((task) => isWorker || task.onEveryNode);
  let periodic: ReturnType<typeof startPeriodic> | undefined;

  return {
    app,
    routes,
    participantRoutes,
    openapi,
    registered,
    checkStorage: () => checkStorage(deps, registered.blobsInUse),
    async prepare() {
      for (const feature of features) await feature.prepare?.();
    },
    async sweep() {
      for (const task of ownTasks) await task.run();
    },
    startWork() {
      periodic = startPeriodic(ownTasks, log);
      if (!isWorker) return;
      for (const feature of features) feature.start?.();
      tasks.start(
        Object.assign(
          { [mailTaskKind]: mailTask(deps.mailer, deps.db) },
          ...features.map((feature) => feature.taskKinds),
        ),
      );
    },
    unfinished: () => ({ requests: openRequests(), tasks: tasks.running() }),
    async close() {
      // Tasks are aborted at once, while requests in flight get their responses.
      await Promise.all([app.close(), periodic?.stop(), tasks.stop()]);
      await Promise.all(features.map((feature) => feature.close?.()));
      await closeDependencies(deps);
    },
  };
}

const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const guidesFolder = fileURLToPath(new URL('../../../docs/api', import.meta.url));

const createServer = (
  { config, log }: Dependencies,
  pages: ReturnType<typeof createPages> | undefined,
): FastifyInstance =>
  createHttpServer(log, {
    trustProxy: config.trustProxy,
    limits: {
      // Behind a proxy all connections come from the proxy's address.
      perAddressMax: config.trustProxy ? 0 : config.maxConnectionsPerAddress,
      bodyTimeoutMs: config.bodyTimeoutSeconds * 1000,
      uploadWindowMs: config.uploadStallSeconds * 1000,
      uploadBytesPerSecondMin: config.uploadMinBytesPerSecond,
    },
    page: pages?.respond,
  });

const ownPeriodicTasks = ({ db, clock }: Dependencies): PeriodicTask[] => [
  { name: 'idempotency keys', everyMs: 900_000, run: () => sweepIdempotencyKeys(db, clock.now()) },
];
