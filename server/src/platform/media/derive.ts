import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inputArgs, type MediaDeps, runFfmpeg, type WorkOptions } from './ffmpeg.ts';
import { mediaError } from './media-error.ts';
import { timeLimits } from './time-limits.ts';

export interface ThumbnailRequest extends WorkOptions {
  input: string;
  /** A JPEG. */
  output: string;
  atSeconds?: number;
  maxWidth?: number;
}

export async function thumbnail(deps: MediaDeps, request: ThumbnailRequest): Promise<void> {
  const input = await inputArgs(request.input);
  const width = request.maxWidth ?? 640;
  const take = (seconds: number) =>
    runFfmpeg(deps, {
      ...request,
      reads: [request.input],
      timeoutMs: request.timeoutMs ?? timeLimits.picture(),
      args: [
        ...['-ss', seconds.toFixed(3), ...input, '-map', '0:V:0', '-an', '-sn', '-dn', '-frames:v', '1'],
        ...['-vf', `scale='min(${width},iw)':-2`, '-pix_fmt', 'yuvj420p', '-threads', '2', '-f', 'mjpeg'],
        `file:${resolve(request.output)}`,
      ],
    });
  const at = request.atSeconds ?? 1;
  await take(at);
  // If the video is shorter, ffmpeg succeeds with an empty file. Use the first frame instead.
  if (at > 0 && (await stat(request.output)).size === 0) await take(0);
  if ((await stat(request.output)).size === 0)
    throw mediaError('failed', 'The video has no frame for a thumbnail.');
}

export interface AudioRequest extends WorkOptions {
  input: string;
  /** A WAV file with 16 kHz and one channel, the format of speech recognition. */
  output: string;
  durationSeconds?: number;
}

export async function extractAudio(deps: MediaDeps, request: AudioRequest): Promise<void> {
  const args = [
    ...(await inputArgs(request.input)),
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-ac', '1', '-ar', '16000'],
    ...['-c:a', 'pcm_s16le', '-f', 'wav', `file:${resolve(request.output)}`],
  ];
  const { size } = await stat(request.input);
  const timeoutMs = request.timeoutMs ?? timeLimits.sound(request.durationSeconds ?? 0, size);
  await runFfmpeg(deps, { ...request, reads: [request.input], args, timeoutMs });
}

export interface RemuxRequest extends WorkOptions {
  input: string;
  output: string;
  format: 'webm' | 'mp4';
}

/**
 * Writes the same pictures and sound into a new container with a duration and an index. A browser that records does not know
 * the end, so players can neither show the length of its file nor seek in it.
 */
export async function remux(deps: MediaDeps, request: RemuxRequest): Promise<void> {
  const args = [
    ...(await inputArgs(request.input)),
    ...['-map', '0:V?', '-map', '0:a?', '-c', 'copy', '-map_metadata', '-1', '-sn', '-dn'],
    ...(request.format === 'mp4' ? ['-movflags', '+faststart'] : []),
    ...['-f', request.format, `file:${resolve(request.output)}`],
  ];
  const { size } = await stat(request.input);
  const timeoutMs = request.timeoutMs ?? timeLimits.sound(0, size);
  await runFfmpeg(deps, { ...request, reads: [request.input], args, timeoutMs });
}
