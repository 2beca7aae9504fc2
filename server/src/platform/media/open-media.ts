import { type CutRequest, cutClip } from './cut.ts';
import {
  type AudioRequest,
  extractAudio,
  type RemuxRequest,
  remux,
  type ThumbnailRequest,
  thumbnail,
} from './derive.ts';
import type { MediaDeps, WorkOptions } from './ffmpeg.ts';
import { type FindToolsOptions, findTools, type MediaTools } from './find-tools.ts';
import { cutPart, type JoinRequest, joinParts, type PartRequest } from './join.ts';
import { type MediaInfo, probe } from './probe.ts';
import { type RunLimits, runLimited } from './run-limited.ts';
import { findSandbox, type Sandbox } from './sandbox.ts';
import { type Waveform, type WaveformRequest, waveform } from './waveform.ts';

export interface Media {
  /** Finds ffmpeg, or throws `no_ffmpeg`. Every other call does the same first. */
  tools(): Promise<MediaTools>;
  /** Whether this server parses uploads in a sandbox. */
  sandboxed(): Promise<boolean>;
  probe(path: string, options?: WorkOptions): Promise<MediaInfo>;
  thumbnail(request: ThumbnailRequest): Promise<void>;
  waveform(path: string, request?: WaveformRequest): Promise<Waveform>;
  extractAudio(request: AudioRequest): Promise<void>;
  cutClip(request: CutRequest): Promise<void>;
  cutPart(request: PartRequest): Promise<void>;
  joinParts(request: JoinRequest): Promise<void>;
  remux(request: RemuxRequest): Promise<void>;
}

export interface MediaConfig extends FindToolsOptions {
  limits?: Partial<RunLimits>;
  /** Called once when ffmpeg has to run without a sandbox. */
  onUnsandboxed?: () => void;
}

const hour = 60 * 60 * 1000;
const gibibyte = 1024 ** 3;
const defaults: RunLimits = {
  // The upper limit of every step. Each step also has a limit by the size and duration of its file (time-limits.ts).
  timeoutMs: 9 * hour,
  memoryBytes: 2 * gibibyte,
  fileBytes: 20 * gibibyte,
  outputBytes: 8 * 1024 * 1024,
};

export function openMedia(config: MediaConfig): Media {
  let found: Promise<MediaTools> | undefined;
  const tools = () => {
    // A failed search is not cached, because ffmpeg may be installed while the server runs.
    found ??= findTools(config).catch((error) => {
      found = undefined;
      throw error;
    });
    return found;
  };
  let usable: Promise<Sandbox | undefined> | undefined;
  const sandbox = () => {
    usable ??= usableSandbox(tools).then(
      (found) => {
        if (!found) config.onUnsandboxed?.();
        return found;
      },
      (error) => {
        usable = undefined;
        throw error;
      },
    );
    return usable;
  };
  const deps: MediaDeps = { tools, sandbox, limits: { ...defaults, ...config.limits } };
  return {
    tools,
    sandboxed: async () => (await sandbox()) !== undefined,
    probe: (path, options) => probe(deps, path, options),
    thumbnail: (request) => thumbnail(deps, request),
    waveform: (path, request) => waveform(deps, path, request),
    extractAudio: (request) => extractAudio(deps, request),
    cutClip: (request) => cutClip(deps, request),
    cutPart: (request) => cutPart(deps, request),
    joinParts: (request) => joinParts(deps, request),
    remux: (request) => remux(deps, request),
  };
}

/** Returns no sandbox if ffmpeg does not run in it, because it needs libraries outside the system's folders. */
async function usableSandbox(tools: () => Promise<MediaTools>): Promise<Sandbox | undefined> {
  const sandbox = await findSandbox();
  if (!sandbox) return undefined;
  const { ffmpeg, ffprobe } = await tools();
  for (const program of [ffmpeg, ffprobe]) {
    const limits = { ...defaults, timeoutMs: 20_000 };
    const { code } = await runLimited({ program, args: ['-version'], limits, sandbox });
    if (code !== 0) return undefined;
  }
  return sandbox;
}
