/** Limits of the API. Those of docs/spec name their section. */
export const pageSizeDefault = 25; // spec §1.8
export const pageSizeMax = 100; // spec §1.8
export const idempotencyHours = 24; // spec §1.10
export const idempotencyKeyMax = 255; // spec §1.10
export const eventDays = 30; // spec §8.3
export const restoreDays = 30; // spec §3.2
export const metadataPairsMax = 50; // spec §1.7
export const metadataKeyMax = 40; // spec §1.7
export const metadataValueMax = 500; // spec §1.7
/** Rows of `details`: an answer stays small, whatever was sent. */
export const errorDetailsMax = 50;
export const rateWindowSeconds = 60; // spec §2.5
/** JSON bodies; routes that take whole transcripts raise it for themselves. */
export const bodyBytesMax = 1024 * 1024;
/** A transcript of many hours, as JSON. */
export const transcriptBodyBytesMax = 32 * 1024 * 1024;
export const segmentsMax = 50_000;
export const uploadHours = 24; // spec §4.3: an unfinished upload is removed this long after its last bytes
export const signedUrlMinutes = 60;
const GiB = 1024 ** 3;
/** By what the bytes are; no upload may announce more than the largest. */
export const fileBytesMax = {
  video: 20 * GiB,
  audio: 20 * GiB,
  pdf: GiB / 5,
  document: GiB / 5,
  image: GiB / 5,
  other: GiB,
};
/** Reading pace that estimates the times of a document (spec §4.6). */
export const wordsPerMinute = 150;
/** A test: what a person can author and a page can hold. */
export const questionsMax = 100;
export const questionTextMax = 2000;
export const optionsMin = 2;
export const optionsMax = 50;
export const optionTextMax = 200;
export const scaleLabelMax = 100;
export const rulesMax = 20;
/** The questions of one test together, so that a page of a hundred tests stays a page. */
export const questionsBytesMax = 256 * 1024;

/** Shorter than a picture of a slow recording, a clip may contain nothing. */
export const clipSecondsMin = 0.1;

/** A clip is encoded again, which takes about as long as playing it. */
export const clipSecondsMax = 2 * 3600;
