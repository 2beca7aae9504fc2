/** A transcript of many hours, as JSON. */
export const transcriptBodyBytesMax = 32 * 1024 * 1024;
export const segmentsMax = 50_000;
