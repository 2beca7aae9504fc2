/** Limits of the API. A limit that the specification defines names its section. */
export const pageSizeDefault = 25; // spec §1.8
export const pageSizeMax = 100; // spec §1.8
export const idempotencyHours = 24; // spec §1.10
export const idempotencyKeyMax = 255; // spec §1.10
export const eventDays = 30; // spec §8.3
export const restoreDays = 30; // spec §3.2
export const metadataPairsMax = 50; // spec §1.7
export const metadataKeyMax = 40; // spec §1.7
export const metadataValueMax = 500; // spec §1.7
/** Entries in `details`, so that an error response stays small for any request. */
export const errorDetailsMax = 50;
export const rateWindowSeconds = 60; // spec §2.5
/** JSON bodies. Routes that accept whole transcripts have a higher limit. */
export const bodyBytesMax = 1024 * 1024;
/** A transcript of many hours, as JSON. */
export const transcriptBodyBytesMax = 32 * 1024 * 1024;
export const segmentsMax = 50_000;
export const uploadHours = 24; // spec §4.3: an unfinished upload is removed this long after its last bytes
export const signedUrlMinutes = 60;
const GiB = 1024 ** 3;
/** By detected kind. The declared size of an upload must not exceed the largest value. */
export const fileBytesMax = {
  video: 20 * GiB,
  audio: 20 * GiB,
  pdf: GiB / 5,
  document: GiB / 5,
  image: GiB / 5,
  other: GiB,
};
/** Reading speed that estimates the times of a document (spec §4.6). */
export const wordsPerMinute = 150;
/** Limits of a research test: what a person can write and a page can show. */
export const questionsMax = 100;
export const questionTextMax = 2000;
export const optionsMin = 2;
export const optionsMax = 50;
export const optionTextMax = 200;
export const scaleLabelMax = 100;
export const rulesMax = 20;
/** All questions of one test, so that a list of 100 tests is at most 25 MiB. */
export const questionsBytesMax = 256 * 1024;

/** A shorter clip of a video with a low frame rate might contain no frame. */
export const clipSecondsMin = 0.1;

/** Clips are re-encoded, which takes about as long as playing them. */
export const clipSecondsMax = 2 * 3600;
