import { stat } from 'node:fs/promises';
import { endsEarly } from './boxes.ts';
import {
  inputArgs,
  type MediaDeps,
  progressReader,
  runFfmpeg,
  runFfprobe,
  type WorkOptions,
} from './ffmpeg.ts';
import { mediaError } from './media-error.ts';
import { timeLimits } from './time-limits.ts';

export interface MediaInfo {
  kind: 'video' | 'audio';
  duration_seconds: number;
  /** After rotation: the height of a portrait recording is greater than its width. Null for audio. */
  width: number | null;
  height: number | null;
  frame_rate: number | null;
  has_audio: boolean;
  has_video: boolean;
  video_codec: string | null;
  audio_codec: string | null;
}

interface ProbedStream {
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  avg_frame_rate?: string;
  duration?: string;
  disposition?: { attached_pic?: number };
  tags?: { rotate?: string };
  side_data_list?: { rotation?: number }[];
}

export async function probe(deps: MediaDeps, path: string, options: WorkOptions = {}): Promise<MediaInfo> {
  const input = await inputArgs(path);
  if (input.includes('mov') && (await endsEarly(path))) throw mediaError('truncated');
  const output = await runFfprobe(
    deps,
    path,
    ['-of', 'json', '-show_format', '-show_streams', ...input],
    options,
  );
  const { streams = [], format = {} } = parse(output);
  // ffmpeg reports cover art as a video stream.
  const video = streams.find((s) => s.codec_type === 'video' && s.disposition?.attached_pic !== 1 && s.width);
  const audio = streams.find((s) => s.codec_type === 'audio');
  if (!video && !audio) throw mediaError('not_media');
  const stated = [format.duration, video?.duration, audio?.duration].map(Number).find((s) => s > 0);
  const rotated = video ? isRotated(video) : false;
  return {
    kind: video ? 'video' : 'audio',
    duration_seconds: stated ?? (await measure(deps, path, input, options)),
    width: (rotated ? video?.height : video?.width) ?? null,
    height: (rotated ? video?.width : video?.height) ?? null,
    frame_rate: rate(video?.avg_frame_rate),
    has_audio: audio !== undefined,
    has_video: video !== undefined,
    video_codec: video?.codec_name ?? null,
    audio_codec: audio?.codec_name ?? null,
  };
}

function parse(output: Buffer): { streams?: ProbedStream[]; format?: { duration?: string } } {
  try {
    return JSON.parse(output.toString());
  } catch {
    throw mediaError('not_media');
  }
}

/** Recordings made in a browser contain no duration. Reads all packets without decoding them. */
async function measure(
  deps: MediaDeps,
  path: string,
  input: string[],
  options: WorkOptions,
): Promise<number> {
  let last = 0;
  const onOutput = progressReader({}, (seconds) => {
    last = Math.max(last, seconds);
  });
  const args = [
    '-progress',
    'pipe:1',
    ...input,
    '-map',
    '0:v?',
    '-map',
    '0:a?',
    '-c',
    'copy',
    '-f',
    'null',
    '-',
  ];
  await runFfmpeg(deps, {
    reads: [path],
    args,
    onOutput,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? timeLimits.walk((await stat(path)).size),
  });
  if (last === 0) throw mediaError('truncated');
  return last;
}

function isRotated(video: ProbedStream): boolean {
  const degrees =
    video.side_data_list?.find((d) => d.rotation !== undefined)?.rotation ?? Number(video.tags?.rotate);
  return Math.abs(degrees || 0) % 180 === 90;
}

function rate(text: string | undefined): number | null {
  const [top, bottom] = (text ?? '').split('/').map(Number);
  const value = (top ?? 0) / (bottom || 1);
  return value > 0 && Number.isFinite(value) ? value : null;
}
