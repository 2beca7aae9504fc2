import { rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inputArgs, type MediaDeps, openArgs, runFfmpeg, type WorkOptions } from './ffmpeg.ts';
import { mediaError } from './media-error.ts';
import { timeLimits } from './time-limits.ts';

export interface CutRequest extends WorkOptions {
  input: string;
  output: string;
  start: number;
  end: number;
  format: 'mp4' | 'm4a';
  /** An SRT file with times relative to the start of the clip. It becomes a subtitle track. */
  captions?: string;
}

const audio = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
// yuv420p requires an even width and height.
const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p'];
const evenSides = ['-vf', 'scale=trunc(iw/2)*2:trunc(ih/2)*2'];

/**
 * Cuts exactly at the frame and therefore re-encodes: a stream copy starts at the previous key frame, which may be
 * seconds earlier.
 */
export async function cutClip(deps: MediaDeps, request: CutRequest): Promise<void> {
  const { start, end, format, captions } = request;
  if (!(start >= 0 && end > start && Number.isFinite(end))) {
    throw mediaError('failed', 'The end of the clip must be after its start.');
  }
  const durationSeconds = end - start;
  const withCaptions = captions !== undefined && format === 'mp4';
  const args = [
    ...['-ss', start.toFixed(6), ...(await inputArgs(request.input))],
    ...(withCaptions ? openArgs(captions, 'srt') : []),
    ...['-t', durationSeconds.toFixed(6), '-map_metadata', '-1', '-map_chapters', '-1', '-dn'],
    // Capital V excludes cover pictures and thumbnails.
    ...(format === 'mp4'
      ? ['-map', '0:V:0', '-map', '0:a:0?', ...video, ...evenSides, ...audio]
      : ['-map', '0:a:0', '-vn', ...audio]),
    ...(withCaptions ? ['-map', '1:s:0', '-c:s', 'mov_text'] : ['-sn']),
    ...['-threads', '2', '-movflags', '+faststart', '-f', format === 'mp4' ? 'mp4' : 'ipod'],
    `file:${resolve(request.output)}`,
  ];
  const reads = captions === undefined ? [request.input] : [request.input, captions];
  const timeoutMs = request.timeoutMs ?? timeLimits.cut(durationSeconds, (await stat(request.input)).size);
  await runFfmpeg(deps, { ...request, reads, args, durationSeconds, timeoutMs });
  // ffmpeg succeeds with an empty file if the clip is past the end of the input.
  if ((await stat(request.output)).size < 300) {
    await rm(request.output, { force: true });
    throw mediaError(
      'failed',
      'The clip is shorter than one frame of the recording, or starts after its end.',
    );
  }
}
