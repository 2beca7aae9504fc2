/** Limits that several layers or features use. A limit of one feature is in that feature. */
export const pageSizeDefault = 25; // spec §1.8
export const pageSizeMax = 100; // spec §1.8
export const idempotencyHours = 24; // spec §1.10
export const idempotencyKeyMax = 255; // spec §1.10
export const metadataPairsMax = 50; // spec §1.7
export const metadataKeyMax = 40; // spec §1.7
export const metadataValueMax = 500; // spec §1.7
/** Entries of `details` in an error response, which bounds the size of the response. */
export const errorDetailsMax = 50;
/** Keys of one object in a body. No schema allows so many, and the validator would report each unknown one. */
export const objectKeysMax = 1_000;
/** Items of one array in a body: the segments of the longest transcript. The validator would check each of them. */
export const arrayItemsMax = 50_000;
export const rateWindowSeconds = 60; // spec §2.5
/** JSON bodies. Routes that accept transcripts have a higher limit. */
export const bodyBytesMax = 1024 * 1024;
/** Requests to sign in need no credential, so their bodies are parsed for everyone. */
export const signInBodyBytesMax = 16 * 1024;
/** The longest answer has 10,000 characters, which JSON can write with 12 bytes each. */
export const participantBodyBytesMax = 128 * 1024;
export const signedUrlMinutes = 60;

/** Later dates would end after the year 9999, which ISO 8601 writes with a sign and six digits. */
export const lastInstant: Date = new Date('9999-12-31T00:00:00Z');
