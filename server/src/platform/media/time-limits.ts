const second = 1_000;
const minute = 60 * second;
const mebibyte = 1024 ** 2;

/**
 * Time limits for each step by the size and duration of its file. A limit is several times what a slow, busy machine needs
 * for a real file, and low for a small file, so that no file can occupy a slot longer than its size justifies.
 */
export const timeLimits = {
  /** Reads the headers and, for some formats, the last part of the file. */
  probe: () => minute,
  /** Decodes one frame. */
  picture: () => 2 * minute,
  /** Reads every packet without decoding. */
  walk: (sizeBytes: number) => minute + (sizeBytes / (5 * mebibyte)) * second,
  /** Decodes the audio, at 10 times the playback speed or faster. */
  sound: (durationSeconds: number, sizeBytes: number) =>
    timeLimits.walk(sizeBytes) + (durationSeconds / 10) * second,
  /** Encodes a clip, at a quarter of the playback speed or faster, after seeking in a file without an index. */
  cut: (durationSeconds: number, sizeBytes: number) =>
    timeLimits.walk(sizeBytes) + minute + durationSeconds * 4 * second,
  /** Reads a PDF or Word document, at half a megabyte a second or faster. */
  document: (sizeBytes: number) => Math.min(30 * second + (sizeBytes / mebibyte) * 2 * second, 5 * minute),
};
