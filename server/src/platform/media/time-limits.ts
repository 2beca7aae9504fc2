const second = 1_000;
const minute = 60 * second;
const mebibyte = 1024 ** 2;

/**
 * How long one step may take, by what it works on. A limit is several times what a slow, busy machine needs for an
 * honest file, and small for a small file: no file can hold a slot for longer than its size or length explains.
 */
export const timeLimits = {
  /** Reads the headers; of some formats also the last part of the file. */
  probe: () => minute,
  /** Decodes one picture. */
  picture: () => 2 * minute,
  /** Reads every packet without decoding. */
  walk: (sizeBytes: number) => minute + (sizeBytes / (5 * mebibyte)) * second,
  /** Decodes the sound, at ten times the speed of playing it or faster. */
  sound: (durationSeconds: number, sizeBytes: number) =>
    timeLimits.walk(sizeBytes) + (durationSeconds / 10) * second,
  /** Encodes a clip, at a quarter of the speed of playing it or faster, after seeking in a file without an index. */
  cut: (durationSeconds: number, sizeBytes: number) =>
    timeLimits.walk(sizeBytes) + minute + durationSeconds * 4 * second,
  /** Reads a PDF or Word document, at half a megabyte a second or faster. */
  document: (sizeBytes: number) => Math.min(30 * second + (sizeBytes / mebibyte) * 2 * second, 5 * minute),
};
