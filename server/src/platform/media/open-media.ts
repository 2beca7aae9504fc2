import { type CutRequest, cutClip } from './cut.ts';
import { type AudioRequest, extractAudio, type ThumbnailRequest, thumbnail } from './derive.ts';
import type { MediaDeps, WorkOptions } from './ffmpeg.ts';
import { type FindToolsOptions, findTools, type MediaTools } from './find-tools.ts';
import { type MediaInfo, probe } from './probe.ts';
import type { RunLimits } from './run-limited.ts';
import { type Waveform, type WaveformRequest, waveform } from './waveform.ts';

export interface Media {
  /** Which ffmpeg works here; throws `no_ffmpeg`. Every other call does the same first. */
  tools(): Promise<MediaTools>;
  probe(path: string, options?: WorkOptions): Promise<MediaInfo>;
  thumbnail(request: ThumbnailRequest): Promise<void>;
  waveform(path: string, request?: WaveformRequest): Promise<Waveform>;
  extractAudio(request: AudioRequest): Promise<void>;
  cutClip(request: CutRequest): Promise<void>;
}

export interface MediaConfig extends FindToolsOptions {
  limits?: Partial<RunLimits>;
}

const hour = 60 * 60 * 1000;
const gibibyte = 1024 ** 3;
const defaults: RunLimits = {
  // The bound of every step; each has its own limit by the size and length of its file (time-limits.ts).
  timeoutMs: 9 * hour,
  memoryBytes: 2 * gibibyte,
  fileBytes: 20 * gibibyte,
  outputBytes: 8 * 1024 * 1024,
};

export function openMedia(config: MediaConfig): Media {
  let found: Promise<MediaTools> | undefined;
  const tools = () => {
    // A failed search is not remembered: ffmpeg may be installed while we run.
    found ??= findTools(config).catch((error) => {
      found = undefined;
      throw error;
    });
    return found;
  };
  const deps: MediaDeps = { tools, limits: { ...defaults, ...config.limits } };
  return {
    tools,
    probe: (path, options) => probe(deps, path, options),
    thumbnail: (request) => thumbnail(deps, request),
    waveform: (path, request) => waveform(deps, path, request),
    extractAudio: (request) => extractAudio(deps, request),
    cutClip: (request) => cutClip(deps, request),
  };
}
