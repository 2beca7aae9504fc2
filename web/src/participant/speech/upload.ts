interface UploadOptions {
  /** Sends a part and returns how many bytes of the recording the server has. */
  send(offset: number, part: Blob): Promise<number>;
  wait(ms: number): Promise<void>;
  /** Whether the same request can succeed later. */
  isTemporary(error: unknown): boolean;
}

/** The server accepts up to 1 MB at a time. */
const partBytesMax = 512 * 1024;
const attemptsMax = 8;
const retryMs = (attempt: number) => Math.min(500 * 2 ** attempt, 10_000);

/**
 * Sends a recording while it grows, in order. The server says after each part how much it has, so that a lost request or
 * response is repaired by the next one.
 */
export function createSpeechUpload({ send, wait, isTemporary }: UploadOptions) {
  let pending = new Blob();
  let offset = 0;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    for (let attempt = 0; pending.size > 0; ) {
      let sent = 0;
      try {
        const received = await send(offset, pending.slice(0, partBytesMax));
        sent = received - offset;
        // The server lost a part that it had confirmed: the recording cannot be repaired.
        if (sent < 0 || sent > pending.size) throw new RecordingLost();
      } catch (error) {
        if (error instanceof RecordingLost || !isTemporary(error)) throw error;
      }
      pending = pending.slice(sent);
      offset += sent;
      if (sent > 0) attempt = 0;
      else if (++attempt > attemptsMax) throw new RecordingLost();
      else await wait(retryMs(attempt));
    }
  }

  return {
    /** Adds the next part. Its failure is reported by `finish`. */
    push(part: Blob) {
      pending = new Blob([pending, part]);
      running = running.then(run);
      running.catch(() => {});
    },
    /** Resolves when everything has arrived; rejects if it can't arrive. */
    finish: () => running,
  };
}

class RecordingLost extends Error {}
