/** A browser that was not seen for this long has left. Within it, a lost connection continues. */
export const absentAfterMs = 60_000;
export const researchersMax = 3;
/** A description of a connection has a few kilobytes, a candidate some hundred bytes. */
export const signalBytesMax = 64 * 1024;
/** A participant can enter this long before the agreed start. */
export const enterEarlyMs = 30 * 60_000;
/** A participant who has not come this long after the agreed start counts as a no-show. */
export const noShowAfterMs = 15 * 60_000;
/** A call that everyone has left ends after this time. */
export const abandonedAfterMs = 10 * 60_000;
/** An AI interview without an answer for this long counts as abandoned. */
export const silentAfterMs = 24 * 3_600_000;
/** A recorder sends data every few seconds. One that is silent for this long has crashed. */
export const recorderSilentMs = 60_000;
/** After the end of a call, a recorder has this long to send its last bytes. */
export const lastBytesMs = 15_000;
export const signalRetentionMs = 10 * 60_000;
/**
 * The messages that are stored for one browser and for one call. Four browsers that connect to each other send about 300
 * messages with 500 kB in total, and again each time a network changes.
 */
export const storedSignals = {
  perPeer: 1_000,
  perCall: 3_000,
  bytesPerPeer: 1024 * 1024,
  bytesPerCall: 3 * 1024 * 1024,
};
/** What one poll delivers. The rest is delivered by the next polls, so that a poll takes milliseconds. */
export const polledSignals = { perPeer: 100, bytesPerPeer: 128 * 1024, bytes: 2 * 1024 * 1024 };
/** Open streams of one process, of one call, and of one link or user. A browser needs one stream for each of its calls. */
export const openStreams = { max: 1_000, perCall: 8, perHolder: 4 };
