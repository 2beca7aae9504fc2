import { sampleRate } from './recognizer.ts';

const frame = 512;
const hop = 256;
const bands = 26;
const cepstra = 19;

const range = (length: number, valueAt: (i: number) => number) =>
  Float64Array.from({ length }, (_, i) => valueAt(i));
const melOf = (hertz: number) => 1127 * Math.log(1 + hertz / 700);

// Computed once: the same for every frame.
const hammingWindow = range(frame, (i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (frame - 1)));
/** The position of each frequency between the bands. */
const bandPositions = range(
  frame / 2,
  (i) => (melOf((i * sampleRate) / frame) / melOf(sampleRate / 2)) * (bands + 1) - 1,
);
const cosines = range(cepstra * bands, (i) =>
  Math.cos((Math.PI * (Math.floor(i / bands) + 1) * ((i % bands) + 0.5)) / bands),
);
const turnCosines = range(frame / 2, (k) => Math.cos((2 * Math.PI * k) / frame));
const turnSines = range(frame / 2, (k) => -Math.sin((2 * Math.PI * k) / frame));

const partSeconds = 1.2;

/** The features of a region in equal parts of about a second: how much they differ shows how much the voice varies. */
export function voiceParts(samples: Float32Array): number[][] {
  const count = Math.max(1, Math.round(samples.length / sampleRate / partSeconds));
  const edge = (part: number) => Math.floor((part * samples.length) / count);
  return Array.from({ length: count }, (_, part) =>
    voiceFeatures(samples.subarray(edge(part), edge(part + 1))),
  );
}

/**
 * Twenty numbers that describe a voice: the means of nineteen mel-frequency cepstral coefficients (timbre, without
 * loudness) and the logarithm of the pitch.
 */
function voiceFeatures(samples: Float32Array): number[] {
  const sums = new Float64Array(cepstra);
  let frames = 0;
  for (let at = 0; at + frame <= samples.length; at += hop) {
    const logs = melLogs(samples.subarray(at, at + frame));
    for (let c = 0; c < cepstra; c++) {
      let value = 0;
      for (let b = 0; b < bands; b++) value += (logs[b] as number) * (cosines[c * bands + b] as number);
      sums[c] = (sums[c] as number) + value;
    }
    frames++;
  }
  return [...Array.from(sums, (sum) => sum / Math.max(1, frames)), Math.log(medianPitch(samples))];
}

function melLogs(samples: Float32Array): Float64Array {
  const real = new Float64Array(frame);
  const imaginary = new Float64Array(frame);
  for (let i = 0; i < frame; i++) {
    const emphasized = (samples[i] as number) - 0.97 * (samples[i - 1] ?? 0);
    real[i] = emphasized * (hammingWindow[i] as number);
  }
  fourierTransform(real, imaginary);
  const sums = new Float64Array(bands);
  for (let i = 1; i < frame / 2; i++) {
    const power = (real[i] as number) ** 2 + (imaginary[i] as number) ** 2;
    // Triangular filters that overlap by half: a frequency contributes to the two bands next to it.
    const position = bandPositions[i] as number;
    const below = Math.floor(position);
    if (below >= 0 && below < bands) sums[below] = (sums[below] as number) + power * (1 - (position - below));
    if (below + 1 < bands) sums[below + 1] = (sums[below + 1] as number) + power * (position - below);
  }
  return sums.map((sum) => Math.log(sum + 1e-8));
}

/** Fast Fourier transform of one frame, in place. */
function fourierTransform(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [real[i], real[j]] = [real[j] as number, real[i] as number];
    [imaginary[i], imaginary[j]] = [imaginary[j] as number, imaginary[i] as number];
  }
  for (let size = 2; size <= n; size *= 2) {
    for (let k = 0; k < size / 2; k++) {
      const cos = turnCosines[(k * n) / size] as number;
      const sin = turnSines[(k * n) / size] as number;
      for (let i = k; i < n; i += size) {
        const j = i + size / 2;
        const re = (real[j] as number) * cos - (imaginary[j] as number) * sin;
        const im = (real[j] as number) * sin + (imaginary[j] as number) * cos;
        real[j] = (real[i] as number) - re;
        imaginary[j] = (imaginary[i] as number) - im;
        real[i] = (real[i] as number) + re;
        imaginary[i] = (imaginary[i] as number) + im;
      }
    }
  }
}

/** The median pitch of the voiced parts in hertz, by autocorrelation. */
function medianPitch(samples: Float32Array): number {
  const window = 640;
  const [shortest, longest] = [sampleRate / 400, sampleRate / 60];
  const found: number[] = [];
  for (let at = 0; at + window + longest < samples.length; at += 2 * window) {
    let energy = 0;
    for (let i = at; i < at + window; i++) energy += (samples[i] as number) ** 2;
    if (energy / window < 1e-5) continue;
    let best = 0;
    let bestLag = 0;
    for (let lag = shortest; lag <= longest; lag++) {
      let product = 0;
      let other = 0;
      for (let i = at; i < at + window; i += 2) {
        product += (samples[i] as number) * (samples[i + lag] as number);
        other += (samples[i + lag] as number) ** 2;
      }
      const correlation = product / (Math.sqrt((energy / 2) * other) + 1e-9);
      // Multiples of the lag correlate as well: the shortest counts unless a longer one is clearly better.
      if (correlation > best + 0.02) {
        best = correlation;
        bestLag = lag;
      }
    }
    if (best > 0.5) found.push(sampleRate / bestLag);
  }
  found.sort((a, b) => a - b);
  return found[Math.floor(found.length / 2)] ?? 150;
}
