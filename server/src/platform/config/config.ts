import { isIP } from 'node:net';
import path from 'node:path';
import { StartError } from '../../foundation/start-error.ts';
import { type AiConfig, readAi, readTranscribe, type TranscribeConfig } from './ai.ts';
import {
  baseUrl,
  bool,
  cidrs,
  type Env,
  type Fault,
  hostName,
  integer,
  mailbox,
  numbers,
  oneOf,
  serverUrl,
  text,
  url,
} from './readers.ts';

export type ServerRole = 'all' | 'api' | 'worker';

/** Every environment variable with its default and meaning (spec §10.1). */
export interface Config {
  host: string;
  port: number;
  /** Given by the operator, not defaulted: a worker listens for health checks only then. */
  portGiven: boolean;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseMaxConnections: number;
  redisUrl: string | undefined;
  storageUrl: string | undefined;
  ffmpegPath: string | undefined;
  ffprobePath: string | undefined;
  ai: AiConfig;
  transcribe: TranscribeConfig;
  smtpUrl: string | undefined;
  mailFrom: string;
  secretKey: string | undefined;
  role: ServerRole;
  logLevel: string;
  webhookRetryDelaysSeconds: number[];
  webhookTimeoutMs: number;
  webhookDisableAfterSeconds: number;
  webhookJitter: boolean;
  webhookPollMs: number;
  outboundAllow: string[];
  /** Plain http targets are for a server that only its own machine can reach (delivery decision 18). */
  outboundAllowHttp: boolean;
  rateLimitSelfHosted: number;
  metricsAllow: string[];
  trustProxy: boolean;
  shutdownGraceMs: number;
  freeDiskMibMin: number;
  maxConnectionsPerAddress: number;
  bodyTimeoutSeconds: number;
  uploadStallSeconds: number;
  uploadMinBytesPerSecond: number;
}

/** Reads the environment; every fault is told at once, one line each. */
export function readConfig(env: Env): Config {
  const faults: Fault[] = [];
  const host = hostName(env, faults, 'HOST', '127.0.0.1');
  const port = integer(env, faults, 'PORT', 3000, 0, 65_535);
  const loopback = isLoopback(host);
  const role = oneOf(env, faults, 'ROLE', ['all', 'api', 'worker'], 'all');
  const databaseUrl = url(env, faults, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  if (role !== 'all' && !databaseUrl) {
    faults.push({
      name: 'ROLE',
      message: `${role} alone needs DATABASE_URL, because both halves must share one database`,
    });
  }
  // No attempt is scheduled after its event is removed (spec §8.9).
  const delays = numbers(env, faults, 'WEBHOOK_RETRY_DELAYS', [0, 10, 60, 300, 1800, 3600], 30 * 86_400);
  if (delays.length !== 6) {
    faults.push({
      name: 'WEBHOOK_RETRY_DELAYS',
      message: 'must hold six numbers of seconds, one for each attempt',
    });
  }
  const secretKey = text(env, 'SECRET_KEY', '') || undefined;
  if (secretKey && secretKey.length < 32) {
    faults.push({ name: 'SECRET_KEY', message: 'must have at least 32 characters' });
  }
  if (text(env, 'FFPROBE_PATH', '') && !text(env, 'FFMPEG_PATH', '')) {
    faults.push({ name: 'FFPROBE_PATH', message: 'is for an ffmpeg of your own: set FFMPEG_PATH too' });
  }
  const config: Config = {
    host,
    port,
    portGiven: Boolean(env.PORT),
    publicUrl: baseUrl(env, faults, 'PUBLIC_URL') ?? `http://${displayHost(host)}:${port}`,
    dataDir: path.resolve(text(env, 'DATA_DIR', './data')),
    databaseUrl,
    databaseMaxConnections: integer(env, faults, 'DATABASE_MAX_CONNECTIONS', 20, 4, 1000),
    redisUrl: serverUrl(env, faults, 'REDIS_URL', ['redis:', 'rediss:']),
    storageUrl: url(env, faults, 'STORAGE_URL', ['s3:', 'file:']),
    ffmpegPath: text(env, 'FFMPEG_PATH', '') || undefined,
    ffprobePath: text(env, 'FFPROBE_PATH', '') || undefined,
    ai: readAi(env, faults),
    transcribe: readTranscribe(env, faults),
    smtpUrl: serverUrl(env, faults, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: mailbox(env, faults, 'MAIL_FROM', 'Parley <parley@localhost>'),
    secretKey,
    role,
    logLevel: oneOf(
      env,
      faults,
      'LOG_LEVEL',
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'info',
    ),
    webhookRetryDelaysSeconds: delays,
    webhookTimeoutMs: integer(env, faults, 'WEBHOOK_TIMEOUT_MS', 5_000, 10, 60_000),
    webhookDisableAfterSeconds: integer(env, faults, 'WEBHOOK_DISABLE_AFTER_SECONDS', 86_400, 1, 31_536_000),
    webhookJitter: bool(env, faults, 'WEBHOOK_JITTER', true),
    webhookPollMs: integer(env, faults, 'WEBHOOK_POLL_MS', 200, 20, 10_000),
    outboundAllow: cidrs(env, faults, 'OUTBOUND_ALLOW', loopback ? ['127.0.0.0/8', '::1/128'] : []),
    outboundAllowHttp: loopback,
    rateLimitSelfHosted: integer(env, faults, 'RATE_LIMIT_SELF_HOSTED', 6_000, 0, 10_000_000),
    metricsAllow: cidrs(env, faults, 'METRICS_ALLOW', ['127.0.0.0/8', '::1/128']),
    trustProxy: bool(env, faults, 'TRUST_PROXY', false),
    freeDiskMibMin: integer(env, faults, 'FREE_DISK_MIB_MIN', 100, 0, 1_000_000_000),
    shutdownGraceMs: integer(env, faults, 'SHUTDOWN_GRACE_MS', 10_000, 0, 600_000),
    maxConnectionsPerAddress: integer(env, faults, 'MAX_CONNECTIONS_PER_ADDRESS', 1_000, 0, 1_000_000),
    bodyTimeoutSeconds: integer(env, faults, 'BODY_TIMEOUT_SECONDS', 30, 1, 3_600),
    uploadStallSeconds: integer(env, faults, 'UPLOAD_STALL_SECONDS', 30, 1, 3_600),
    uploadMinBytesPerSecond: integer(env, faults, 'UPLOAD_MIN_BYTES_PER_SECOND', 1_024, 0, 1_000_000_000),
  };
  if (faults.length > 0) {
    throw new StartError(faults.map((fault) => `${fault.name}: ${fault.message}.`).join('\n'));
  }
  return config;
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function displayHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}
