import path from 'node:path';
import { Registry } from 'prom-client';
import type { Clock } from '../foundation/clock.ts';
import { StartError } from '../foundation/start-error.ts';
import { createEmbeddedEmbedder, type LocalEmbedder } from '../platform/ai/embed/index.ts';
import type { JobGenerator } from '../platform/ai/generate/index.ts';
import { createMoodEmbedder } from '../platform/ai/sentiment/index.ts';
import type { Transcriber } from '../platform/ai/transcribe/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Log } from '../platform/log/log.ts';
import { createMailer, type Mailer } from '../platform/mail/index.ts';
import { type Media, openMedia } from '../platform/media/open-media.ts';
import { cidr, createOutbound, type Outbound } from '../platform/outbound/index.ts';
import { connectRedis, createRateLimiter, type RateLimiter } from '../platform/rate-limiter/index.ts';
import { createSecretBox, type SecretBox } from '../platform/secret-box/secret-box.ts';
import { createShareLinks, type ShareLinks } from '../platform/secret-box/share-links.ts';
import { createFreeSpace, type FreeSpace, unlimitedSpace } from '../platform/storage/free-space.ts';
import { createTaskMetrics, createTaskQueue, type TaskQueue } from '../platform/tasks/index.ts';
import { chooseGenerator } from './choose-generator.ts';
import { type OpenedStorage, openConfiguredStorage } from './open-storage.ts';
import { openTranscriber } from './open-transcriber.ts';

/** What the process provides: `main.ts` opens it from the environment, tests create it. */
export interface ProcessDependencies {
  config: Config;
  db: Database;
  clock: Clock;
  log: Log;
  secretKey: string;
}

/** Everything that features are created from. A feature's own `deps` type names the part that it uses. */
export interface Dependencies extends Omit<ProcessDependencies, 'secretKey'>, OpenedStorage {
  /** Encrypts secrets in the database and derives the keys of tokens. */
  box: SecretBox;
  /** Counts requests, in memory or in Redis. */
  limiter: RateLimiter;
  /** Sends requests to addresses that users entered. It refuses private networks. */
  outbound: Outbound;
  /** Sends requests to addresses that the operator configured, which may be anywhere. */
  operatorOutbound: Outbound;
  /** The metrics of this process. */
  registry: Registry;
  /** ffmpeg, ffprobe and document readers, in a sandbox where the kernel allows one. */
  media: Media;
  mailer: Mailer;
  /** Background work with leases in PostgreSQL. */
  tasks: TaskQueue;
  /** Creates and reads the tokens of shared pages. */
  links: ShareLinks;
  transcriber: Transcriber & { close(): void };
  /** Computes the vectors of texts on this machine. */
  embedder: LocalEmbedder;
  /** Computes vectors that hold the mood of texts. */
  moodEmbedder: LocalEmbedder;
  /** The configured language model; undefined means that the embedded analysis does its work. */
  generator: JobGenerator | undefined;
  publicUrl: string;
  /** The disk of the embedded PostgreSQL. */
  databaseSpace: FreeSpace;
  /** For files that external programs read and write. */
  workDir: string;
}

export async function openDependencies(given: ProcessDependencies): Promise<Dependencies> {
  const { config, db, clock, log, secretKey } = given;
  const box = createSecretBox(secretKey);
  const registry = new Registry();
  const operatorOutbound = createOutbound({ allow: ['0.0.0.0/0', '::/0'].map(cidr), allowHttp: true });
  return {
    config,
    db,
    clock,
    log,
    box,
    registry,
    operatorOutbound,
    databaseSpace: config.databaseUrl
      ? unlimitedSpace
      : createFreeSpace(config.dataDir, config.freeDiskMibMin * 1024 ** 2),
    limiter: createRateLimiter(config.redisUrl ? await connectRedis(config.redisUrl, log) : undefined),
    outbound: createOutbound({
      allow: config.outboundAllow.map(cidr),
      allowHttp: config.outboundAllowHttp,
    }),
    ...(await openConfiguredStorage(config, box)),
    media: await openConfiguredMedia(config, log),
    mailer: createMailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      outboxDir: path.join(config.dataDir, 'outbox'),
      clock,
    }),
    tasks: createTaskQueue({ db, log, metrics: createTaskMetrics(registry, db) }),
    links: createShareLinks(box, config.publicUrl),
    transcriber: await openTranscriber(config, operatorOutbound, log),
    embedder: await createEmbeddedEmbedder(config.transcribe, log),
    moodEmbedder: await createMoodEmbedder(config.transcribe, log),
    generator: chooseGenerator(config.ai, operatorOutbound, db),
    publicUrl: config.publicUrl,
    workDir: path.join(config.dataDir, 'work'),
  };
}

export async function closeDependencies(deps: Dependencies): Promise<void> {
  deps.transcriber.close();
  deps.embedder.close();
  deps.moodEmbedder.close();
  deps.mailer.close();
  await deps.outbound.close();
  await deps.operatorOutbound.close();
  await deps.limiter.close();
}

async function openConfiguredMedia(config: Config, log: Log): Promise<Media> {
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
  return media;
}
