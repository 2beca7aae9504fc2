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
