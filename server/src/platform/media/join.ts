import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { inputArgs, type MediaDeps, openArgs, runFfmpeg, type WorkOptions } from './ffmpeg.ts';
import { mediaError } from './media-error.ts';
import { timeLimits } from './time-limits.ts';

/** The size of a picture in pixels. Both are even, because yuv420p requires it. */
export interface PictureSize {
  width: number;
  height: number;
}

export interface PartRequest extends WorkOptions {
  input: string;
  /** A Matroska file that can be joined with other parts of the same size. */
  output: string;
  start: number;
  end: number;
  /** Undefined if the result has no picture. */
  picture: PictureSize | undefined;
  has_video: boolean;
  has_audio: boolean;
}

const framesPerSecond = 30;
const samplesPerSecond = 48_000;
const dark = '0x171614';
// The same headers for every part, whatever its source: only those of the first part are copied.
const colours = [
  '-color_range',
  'tv',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
];
const encoder = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-profile:v', 'high'];
const video = [...encoder, '-pix_fmt', 'yuv420p', ...colours];

/**
 * Cuts a part with the same size, frame rate and sample rate as every other part, so that they can be joined without
 * encoding the picture again. A missing picture becomes a dark one and missing sound becomes silence. The sound is not
 * compressed with loss: AAC adds milliseconds to each part, and the sound of a long reel would be late.
 */
export async function cutPart(deps: MediaDeps, request: PartRequest): Promise<void> {
  const { start, end, picture, has_video, has_audio } = request;
  const durationSeconds = end - start;
  const generated: string[] = [];
  /** Adds an input that ffmpeg generates, and returns its number. The recording is input 0. */
  const generate = (source: string) => generated.push(source);
  const sound = has_audio ? '0:a:0' : `${generate(`anullsrc=r=${samplesPerSecond}:cl=stereo`)}:a:0`;
  const image =
    picture &&
    (has_video ? '0:V:0' : `${generate(`color=c=${dark}:s=${picture.width}x${picture.height}`)}:v:0`);
  const args = [
    ...['-ss', start.toFixed(6), ...(await inputArgs(request.input))],
    ...generated.flatMap((source) => ['-f', 'lavfi', '-i', source]),
    ...(image ? ['-map', image, '-vf', fitted(picture), ...video] : ['-vn']),
    // The end is filled with silence, so that sound and picture of a part have the same duration.
    ...['-map', sound, '-af', `aresample=${samplesPerSecond}:async=1:first_pts=0,apad`, '-c:a', 'flac'],
    ...['-sample_fmt', 's16', '-ac', '2', '-map_metadata', '-1', '-map_chapters', '-1', '-dn', '-sn'],
    ...['-t', durationSeconds.toFixed(6), '-threads', '2', '-f', 'matroska'],
    `file:${resolve(request.output)}`,
  ];
  const timeoutMs = request.timeoutMs ?? timeLimits.cut(durationSeconds, (await stat(request.input)).size);
  await runFfmpeg(deps, { ...request, reads: [request.input], args, durationSeconds, timeoutMs });
}

/** The whole picture, with bars where its shape differs. The last frame stays until the part ends. */
const fitted = ({ width, height }: PictureSize) =>
  [
    `scale=${width}:${height}:force_original_aspect_ratio=decrease:out_color_matrix=bt709:out_range=tv`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:color=${dark}`,
    'setsar=1',
    `fps=${framesPerSecond}`,
    'tpad=stop_mode=clone:stop=-1',
  ].join(',');

export interface JoinRequest extends WorkOptions {
  /** Parts made by `cutPart` with the same picture, in one folder. */
  parts: string[];
  /** A text file in the folder of the parts: their names in the format of ffmpeg's concat demuxer. */
  list: string;
  output: string;
  format: 'mp4' | 'm4a';
  durationSeconds: number;
  /** An SRT file. It becomes a subtitle track. */
  captions?: string;
}

export const listOfParts = (parts: string[]) => parts.map((part) => `file '${basename(part)}'\n`).join('');

/** Joins parts to one file. The picture is copied; the sound is encoded once, over all parts. */
export async function joinParts(deps: MediaDeps, request: JoinRequest): Promise<void> {
  const { parts, list, format, captions, durationSeconds } = request;
  const withCaptions = captions !== undefined && format === 'mp4';
  const args = [
    ...['-f', 'concat', '-safe', '1', ...openArgs(list, 'concat,matroska')],
    ...(withCaptions ? openArgs(captions, 'srt') : []),
    ...(format === 'mp4' ? ['-map', '0:v:0', '-c:v', 'copy'] : ['-vn']),
    ...['-map', '0:a:0', '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-map_metadata', '-1', '-dn'],
    ...(withCaptions ? ['-map', '1:s:0', '-c:s', 'mov_text'] : ['-sn']),
    ...['-t', durationSeconds.toFixed(6), '-movflags', '+faststart', '-f', format === 'mp4' ? 'mp4' : 'ipod'],
    `file:${resolve(request.output)}`,
  ];
  const sizes = await Promise.all(parts.map(async (part) => (await stat(part)).size));
  const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
  await runFfmpeg(deps, {
    ...request,
    args,
    reads: [list, ...parts, ...(withCaptions ? [captions] : [])],
    timeoutMs: request.timeoutMs ?? timeLimits.sound(durationSeconds, size),
  });
  if ((await stat(request.output)).size < 300) throw mediaError('failed', 'The joined recording is empty.');
}
