import { rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { MediaTools } from './find-tools.ts';
import { demuxersFor } from './formats.ts';
import { type MediaError, mediaError } from './media-error.ts';
import { type RunLimits, type RunResult, runLimited } from './run-limited.ts';
import type { Sandbox } from './sandbox.ts';
import { readHead, sniff } from './sniff.ts';
import { timeLimits } from './time-limits.ts';

export interface MediaDeps {
  /** Searched once, at the first use. */
  tools: () => Promise<MediaTools>;
  /** Undefined if the kernel does not allow a sandbox. */
  sandbox: () => Promise<Sandbox | undefined>;
  limits: RunLimits;
}

export interface WorkOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** From 0 to 1, never decreasing. */
  onProgress?: (fraction: number) => void;
}

/**
 * Arguments with which ffmpeg and ffprobe open an untrusted file: by absolute path, only with the demuxers of its detected
 * type, and without protocols that could read anything else.
 */
export async function inputArgs(path: string): Promise<string[]> {
  const head = await readHead(path).catch(() => {
    throw mediaError('failed', 'The file could not be opened.');
  });
  if (head.length === 0) throw mediaError('not_media', 'The file is empty.');
  const allowed = demuxersFor((await sniff(head, '')).content_type);
  if (!allowed) throw mediaError('not_media');
  return openArgs(path, allowed);
}

export const openArgs = (path: string, demuxers: string) => [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  demuxers,
  '-i',
  `file:${resolve(path)}`,
];

export interface FfmpegJob extends WorkOptions {
  args: string[];
  /** Files that the arguments refer to. */
  reads: string[];
  /** Removed if the work fails, so that no partial file remains. */
  output?: string;
  /** Duration of the result, to compute the progress. */
  durationSeconds?: number;
  onOutput?: (chunk: Buffer) => void;
}

export async function runFfmpeg(deps: MediaDeps, job: FfmpegJob): Promise<void> {
  const { ffmpeg } = await deps.tools();
  const progress = job.onOutput ? [] : ['-progress', 'pipe:1', '-stats_period', '0.5'];
  try {
    const result = await runLimited({
      program: ffmpeg,
      sandbox: await deps.sandbox(),
      visible: {
        reads: job.reads.map((path) => resolve(path)),
        writes: job.output ? [dirname(resolve(job.output))] : [],
      },
      args: [
        '-hide_banner',
        '-nostdin',
        '-y',
        '-v',
        'error',
        ...(await supported(deps, progress)),
        // Limits the decoder: one thread per core would exceed the memory limit on a large machine.
        '-threads',
        '2',
        ...job.args,
      ],
      limits: {
        ...deps.limits,
        timeoutMs: Math.min(job.timeoutMs ?? deps.limits.timeoutMs, deps.limits.timeoutMs),
      },
      signal: job.signal,
      onOutput: job.onOutput ?? progressReader(job),
    });
    if (result.code !== 0) throw explain(result);
    if (job.output && (await stat(job.output).catch(() => undefined))?.size === undefined) {
      throw mediaError('failed', 'ffmpeg produced no output for the file.');
    }
  } catch (error) {
    if (job.output) await rm(job.output, { force: true });
    throw error;
  }
}

/** `-stats_period` exists since ffmpeg 4.4 (libavformat 58.76). An older version fails to start with it. */
async function supported(deps: MediaDeps, progress: string[]): Promise<string[]> {
  const { version } = await deps.tools();
  return version >= 58_076 ? progress : progress.slice(0, 2);
}

export async function runFfprobe(
  deps: MediaDeps,
  path: string,
  args: string[],
  options: WorkOptions,
): Promise<Buffer> {
  const { ffprobe } = await deps.tools();
  const result = await runLimited({
    program: ffprobe,
    sandbox: await deps.sandbox(),
    visible: { reads: [resolve(path)] },
    args: ['-hide_banner', '-v', 'error', ...args],
    limits: {
      ...deps.limits,
      timeoutMs: Math.min(options.timeoutMs ?? timeLimits.probe(), deps.limits.timeoutMs),
    },
    signal: options.signal,
  });
  if (result.code !== 0) throw explain(result);
  return result.output;
}

/** Reads the `out_time=00:01:02.5` lines of `-progress`. The other time fields differ between versions. */
export function progressReader(
  job: Pick<FfmpegJob, 'durationSeconds' | 'onProgress'>,
  onTime?: (s: number) => void,
) {
  let rest = '';
  let best = 0;
  return (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(-1024);
    for (const line of lines) {
      const match = /^out_time=(\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(line);
      if (!match) continue;
      const seconds = Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
      onTime?.(seconds);
      if (!job.durationSeconds) continue;
      const fraction = Math.min(seconds / job.durationSeconds, 1);
      if (fraction > best) {
        best = fraction;
        job.onProgress?.(best);
      }
    }
  };
}

/** Maps ffmpeg's messages to faults. The messages are not shown to users, because they may contain paths. */
export function explain({ code, killedBy, stderr }: RunResult): MediaError {
  if (code === 126 || code === 127) return mediaError('no_ffmpeg');
  if (/cannot allocate memory|out of memory/i.test(stderr)) return mediaError('too_large');
  if (killedBy === 'SIGXFSZ' || /file too large|no space left/i.test(stderr)) return mediaError('too_large');
  if (killedBy === 'SIGXCPU') return mediaError('timed_out');
  if (/moov atom not found|end of file|partial file|truncat/i.test(stderr)) return mediaError('truncated');
  if (/does not contain any stream|matches no streams/i.test(stderr)) {
    return mediaError('unsupported', 'The file does not have the required video or audio stream.');
  }
  if (/decoder .{0,200}not found|unknown codec|could not find codec/i.test(stderr))
    return mediaError('unsupported');
  if (/invalid data found|not in allowed list|not on whitelist|format not/i.test(stderr))
    return mediaError('not_media');
  return mediaError('failed');
}
