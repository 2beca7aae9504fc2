import { stat } from 'node:fs/promises';
import { inputArgs, type MediaDeps, runFfmpeg, type WorkOptions } from './ffmpeg.ts';
import { timeLimits } from './time-limits.ts';

export interface Waveform {
  /** The loudest sample of each interval, from 0 to 1 with three decimals. At most `maxPeaks` values. */
  peaks: number[];
  seconds_per_peak: number;
  duration_seconds: number;
}

const sampleRate = 8000;

/**
 * Reduces an unknown number of samples to a limited number of peaks: when the list is full, it merges each two adjacent
 * peaks, so that a peak covers twice the time.
 */
export function createPeakFolder(maxPeaks: number) {
  let peaks: number[] = [];
  let samplesPerPeak = 80;
  let current = 0;
  let inCurrent = 0;
  let samples = 0;
  let odd: number | undefined;

  const push = (value: number) => {
    peaks.push(value);
    if (peaks.length < maxPeaks * 2) return;
    peaks = Array.from({ length: maxPeaks }, (_, i) => Math.max(peaks[2 * i] ?? 0, peaks[2 * i + 1] ?? 0));
    samplesPerPeak *= 2;
  };
  const add = (sample: number) => {
    samples++;
    current = Math.max(current, Math.abs(sample));
    if (++inCurrent < samplesPerPeak) return;
    push(current);
    current = 0;
    inCurrent = 0;
  };

  return {
    /** Signed 16-bit little-endian; a chunk may end in the middle of a sample. */
    write(chunk: Buffer): void {
      let i = 0;
      if (odd !== undefined && chunk.length > 0) {
        add((((chunk[0] as number) << 24) >> 16) | odd);
        odd = undefined;
        i = 1;
      }
      for (; i + 1 < chunk.length; i += 2) add(chunk.readInt16LE(i));
      if (i < chunk.length) odd = chunk[i];
    },
    seconds: () => samples / sampleRate,
    result(): Waveform {
      if (inCurrent > 0) push(current);
      inCurrent = 0;
      while (peaks.length > maxPeaks) {
        const half = Math.ceil(peaks.length / 2);
        peaks = Array.from({ length: half }, (_, i) => Math.max(peaks[2 * i] ?? 0, peaks[2 * i + 1] ?? 0));
        samplesPerPeak *= 2;
      }
      return {
        peaks: peaks.map((peak) => Math.round((peak / 32768) * 1000) / 1000),
        seconds_per_peak: samplesPerPeak / sampleRate,
        duration_seconds: samples / sampleRate,
      };
    },
  };
}

export interface WaveformRequest extends WorkOptions {
  maxPeaks?: number;
  durationSeconds?: number;
}

export async function waveform(
  deps: MediaDeps,
  path: string,
  request: WaveformRequest = {},
): Promise<Waveform> {
  const folder = createPeakFolder(request.maxPeaks ?? 2000);
  const onOutput = (chunk: Buffer) => {
    folder.write(chunk);
    if (request.durationSeconds)
      request.onProgress?.(Math.min(folder.seconds() / request.durationSeconds, 1));
  };
  const pcm = [
    '-map',
    '0:a:0',
    '-vn',
    '-sn',
    '-dn',
    '-ac',
    '1',
    '-ar',
    String(sampleRate),
    '-f',
    's16le',
    'pipe:1',
  ];
  const args = [...(await inputArgs(path)), ...pcm];
  const timeoutMs =
    request.timeoutMs ?? timeLimits.sound(request.durationSeconds ?? 0, (await stat(path)).size);
  await runFfmpeg(deps, { reads: [path], args, onOutput, signal: request.signal, timeoutMs });
  return folder.result();
}
