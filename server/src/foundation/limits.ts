/** Numbers of the specification and the contract, each with its section. */
export const pageSizeDefault = 25; // specification §4.1, §8
export const pageSizeMax = 100; // specification §4.1, §8
export const idempotencyHours = 24; // specification §4.1
export const idempotencyKeyMax = 255; // contract §1
export const eventDays = 30; // contract §8
export const restoreDays = 30; // contract §3
export const metadataPairsMax = 50; // contract §1
export const metadataKeyMax = 40; // contract §1
export const metadataValueMax = 500; // contract §1
export const rateWindowSeconds = 60; // contract §2
/** JSON bodies; routes that take whole transcripts raise it for themselves. */
export const bodyBytesMax = 1024 * 1024;
