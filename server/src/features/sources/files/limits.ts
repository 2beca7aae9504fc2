export const uploadHours = 24; // spec §4.3: an unfinished upload is removed this long after its last bytes
/** The browser of a participant sends the first bytes of a recording within seconds. */
export const emptyRecordingHours = 1;

const GiB = 1024 ** 3;
/** A recording has no announced size. About four hours of video with good quality. */
export const recordingBytesMax = 4 * GiB;
/** All recordings of one response together. */
export const responseBytesMax = 4 * GiB;
/** The limit depends on the detected type. No upload may declare more than the largest. */
export const fileBytesMax = {
  video: 20 * GiB,
  audio: 20 * GiB,
  pdf: GiB / 5,
  document: GiB / 5,
  image: GiB / 5,
  other: GiB,
};
