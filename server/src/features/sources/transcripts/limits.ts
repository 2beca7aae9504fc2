/** A transcript of many hours, as JSON. */
export const transcriptBodyBytesMax = 32 * 1024 * 1024;
export const segmentsMax = 50_000;
/** The length of one segment, in code points. */
export const segmentCharactersMax = 20_000;
