import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Emit } from '../events/index.ts';
import {
  createReportThreads,
  extractiveModel,
  mountSharedReports,
  reportRoutes,
  reportWork,
  sealSharedReports,
} from '../features/ai/reports/index.ts';
import {
  createJobWaits,
  endJobsOfProject,
  type JobDeps,
  jobHandlers,
  jobRoutes,
} from '../features/jobs/index.ts';
import {
  clipRoutes,
  cutHandler,
  mountSharedClips,
  sealSharedClips,
} from '../features/sources/clips/index.ts';
import {
  checkStorage,
  completeUploads,
  createUploadTokens,
  type FileDeps,
  fetchHandler,
  fileRoutes,
  ingestHandler,
  mountBlobs,
  mountUploads,
  sweepLeftovers,
  sweepUploads,
  updateFile,
} from '../features/sources/files/index.ts';
import {
  startTranscription,
  transcriptionFailed,
  transcriptionRoutes,
  transcriptionWork,
} from '../features/sources/transcription/index.ts';
import { transcriptRoutes } from '../features/sources/transcripts/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { StartError } from '../foundation/start-error.ts';
import type { Route } from '../http/route.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/database/index.ts';
import type { Log } from '../platform/log/log.ts';
import { openMedia } from '../platform/media/open-media.ts';
import { cidr, createOutbound, type Outbound } from '../platform/outbound/index.ts';
import type { PeriodicTask } from '../platform/periodic/periodic.ts';
import type { SecretBox } from '../platform/secret-box/secret-box.ts';
import { createShareLinks } from '../platform/secret-box/share-links.ts';
import { deleteDueBlobs } from '../platform/storage/deletions.ts';
import { createTaskMeter, createTaskQueue } from '../platform/tasks/index.ts';
import { chooseGenerator } from './choose-generator.ts';
import { openConfiguredStorage } from './open-storage.ts';
import { openTranscriber } from './open-transcriber.ts';
import { storageCheck } from './readiness.ts';

interface MaterialWorld {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  box: SecretBox;
  emit: Emit;
  outbound: Outbound;
  registry: Registry;
}

/** Files, transcripts and clips, with the storage, media and background work under them. */
export async function composeMaterial(world: MaterialWorld) {
  const { config, db, clock, log, box, emit, outbound, registry } = world;
  const { storage, uploads, tokens } = await openConfiguredStorage(config, box);
  const workDir = path.join(config.dataDir, 'work');
  const media = openMedia({
    ffmpegPath: config.ffmpegPath,
    ffprobePath: config.ffprobePath,
    cacheDir: path.join(config.dataDir, 'programs'),
    onUnsandboxed: () =>
      log.warn(
        { event: 'media.sandbox_unavailable' },
        'uploads are parsed without a sandbox: this system does not allow namespaces (docs/self-hosting/operation.md)',
      ),
  });
  if (config.ffmpegPath)
    await media.tools().catch((error: Error) => {
      throw new StartError(error.message);
    });
  // Addresses that the operator configured are trusted, wherever they point.
  const configured = createOutbound({ allow: ['0.0.0.0/0', '::/0'].map(cidr), allowHttp: true });
  const tasks = createTaskQueue({ db, log, meter: createTaskMeter(registry, db) });
  const waits = createJobWaits({ db, log });
  const jobs: JobDeps = { tasks, onFailed: { transcription: transcriptionFailed }, waits };
  const files: FileDeps = {
    db,
    clock,
    log,
    storage,
    uploads,
    uploadTokens: createUploadTokens(box.deriveKey('upload')),
    media,
    outbound,
    tasks,
    jobs,
    publicUrl: config.publicUrl,
    workDir,
    startTranscription: (tx, file, options, now) => startTranscription(jobs, tx, file, options, now),
  };
  const links = createShareLinks(box, config.publicUrl);
  const transcriber = await openTranscriber(config, configured, log);
  const generator = chooseGenerator(config.ai, configured);

  const threads = createReportThreads();
  const routes: Route[] = [
    ...jobRoutes(jobs),
    ...fileRoutes(files),
    ...transcriptionRoutes(jobs),
    ...reportRoutes({ jobs, links, threads }),
    ...clipRoutes({ tasks, storage, links }),
    ...transcriptRoutes({
      written: (tx, fileId, _transcript, now) =>
        updateFile(tx, fileId, { transcription_status: 'completed', updated_at: now }),
      removed: (tx, fileId, now) => updateFile(tx, fileId, { transcription_status: 'none', updated_at: now }),
    }),
  ];
  const minute = 60_000;
  const chores: PeriodicTask[] = [
    { name: 'blob deletions', everyMs: 5_000, run: async () => void (await deleteDueBlobs(db, storage)) },
    { name: 'finished uploads', everyMs: minute, run: () => completeUploads(files) },
    { name: 'expired uploads', everyMs: 5 * minute, run: async () => void (await sweepUploads(files)) },
    {
      name: 'share tokens',
      everyMs: 60 * minute,
      run: async () => {
        await sealSharedClips(db, links);
        await sealSharedReports(db, links);
      },
    },
    { name: 'leftover bytes', everyMs: 60 * minute, run: () => sweepLeftovers(files) },
  ];

  return {
    routes,
    chores,
    jobs,
    /** For `GET /v1/workspace`: who reads and hears the material, and whether it leaves the machine for that. */
    ai: {
      provider: generator?.name ?? 'embedded',
      model: generator?.model ?? extractiveModel,
      transcription_provider: transcriber.name,
      sends_data_outside: transcriber.sends_data_outside || (generator?.sends_data_outside ?? false),
    },
    endJobsOfProject: (tx: Db, projectId: string, now: Date) => endJobsOfProject(jobs, tx, projectId, now),
    checkStorage: () => checkStorage({ db, storage }),
    /** For /readyz. */
    storageAnswers: storageCheck(storage),
    mount(app: FastifyInstance) {
      // Before the server waits for its open requests: those that wait for a job are answered now.
      app.addHook('preClose', async () => waits.stop());
      mountUploads(app, files);
      mountBlobs(app, { db, storage, tokens, clock });
      mountSharedClips(app, { db, storage });
      mountSharedReports(app, { db, threads });
    },
    startWork() {
      // Asked now, so that the warning is in the log of the start. Without ffmpeg, the first file reports it.
      media.sandboxed().catch(() => undefined);
      tasks.start({
        'file.fetch': fetchHandler(files),
        'file.ingest': ingestHandler(files),
        'clip.cut': cutHandler({ db, clock, storage, media, workDir }),
        ...jobHandlers(
          { ...jobs, db, clock },
          {
            transcription: transcriptionWork({ db, emit, storage, media, transcriber, workDir }),
            report: reportWork({ db, emit, generator, threads, links }),
          },
        ),
      });
    },
    async close() {
      await tasks.stop();
      await threads.close();
      transcriber.close();
      await configured.close();
    },
  };
}
