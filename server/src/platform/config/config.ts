import { isIP } from 'node:net';
import path from 'node:path';
import { loopbackNetworks } from '../../foundation/cidr.ts';
import { StartError } from '../../foundation/start-error.ts';
import { findCombinationProblems } from './combinations.ts';
import { toAiConfig, toTranscribeConfig } from './providers.ts';
import { readEnvironment } from './read-environment.ts';
import type { Environment } from './schema.ts';

/** The configuration of the server. schema.ts documents each variable. */
export type Config = ReturnType<typeof toConfig>;

/** Reads the environment. Throws one StartError that has a line for each problem. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { values, problems } = readEnvironment(env);
  const isSet = (name: string) => Boolean(env[name]?.trim());
  problems.push(...findCombinationProblems(values, isSet));
  if (problems.length > 0)
    throw new StartError(problems.map(({ name, message }) => `${name}: ${message}.`).join('\n'));
  return toConfig(values, isSet('PORT'));
}

function toConfig(values: Environment, portGiven: boolean) {
  const { HOST: host, PORT: port } = values;
  const loopback = isLoopback(host);
  return {
    host,
    port,
    /** PORT is set, not the default. A worker listens only then, for health checks. */
    portGiven,
    publicUrl: values.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? `http://${displayHost(host)}:${port}`,
    role: values.ROLE,
    logLevel: values.LOG_LEVEL,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseMaxConnections: values.DATABASE_MAX_CONNECTIONS,
    redisUrl: values.REDIS_URL,
    storageUrl: values.STORAGE_URL,
    freeDiskMibMin: values.FREE_DISK_MIB_MIN,
    secretKey: values.SECRET_KEY,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    trustProxy: values.TRUST_PROXY,
    metricsAllow: values.METRICS_ALLOW,
    outboundAllow: values.OUTBOUND_ALLOW ?? (loopback ? [...loopbackNetworks] : []),
    /** Plain HTTP is allowed only if no other machine can reach the server (spec §9.2). */
    outboundAllowHttp: loopback,
    rateLimitSelfHosted: values.RATE_LIMIT_SELF_HOSTED,
    maxConnectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
    bodyTimeoutSeconds: values.BODY_TIMEOUT_SECONDS,
    uploadMinBytesPerSecond: values.UPLOAD_MIN_BYTES_PER_SECOND,
    uploadStallSeconds: values.UPLOAD_STALL_SECONDS,
    webhookRetryDelaysSeconds: values.WEBHOOK_RETRY_DELAYS,
    webhookTimeoutMs: values.WEBHOOK_TIMEOUT_MS,
    webhookDisableAfterSeconds: values.WEBHOOK_DISABLE_AFTER_SECONDS,
    webhookJitter: values.WEBHOOK_JITTER,
    webhookPollMs: values.WEBHOOK_POLL_MS,
    /** How the browsers of a video call find each other. */
    ice: { stunUrls: values.STUN_URLS, turnUrls: values.TURN_URLS, turnSecret: values.TURN_SECRET },
    ai: toAiConfig(values),
    transcribe: toTranscribeConfig(values),
    ffmpegPath: values.FFMPEG_PATH,
    ffprobePath: values.FFPROBE_PATH,
  };
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function displayHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}
