/** The camera and the microphone of this browser. Every track that was opened here is stopped by `release`. */
export interface LocalMedia {
  /** Opens both; without a camera the microphone alone. Undefined if the microphone is refused, or after `release`. */
  open(): Promise<MediaStream | undefined>;
  /** Stops all tracks. A request for devices that the browser has not answered yet is stopped when it is answered. */
  release(): void;
  /** Whether no track is live, so that the page may say that camera and microphone are off. */
  isOff(): boolean;
}

export function createLocalMedia(): LocalMedia {
  const tracks = new Set<MediaStreamTrack>();
  let pending = 0;
  let isReleased = false;

  async function request(constraints: MediaStreamConstraints): Promise<MediaStream | undefined> {
    pending++;
    try {
      const stream = await navigator.mediaDevices?.getUserMedia(constraints);
      for (const track of stream?.getTracks() ?? []) tracks.add(track);
      if (isReleased) stopAll();
      return stream;
    } catch {
      return undefined;
    } finally {
      pending--;
    }
  }
  const stopAll = () => {
    for (const track of tracks) track.stop();
  };

  return {
    async open() {
      const stream =
        (await request({ audio: true, video: true })) ??
        (isReleased ? undefined : await request({ audio: true }));
      return isReleased ? undefined : stream;
    },
    release() {
      isReleased = true;
      stopAll();
    },
    isOff: () => pending === 0 && [...tracks].every(({ readyState }) => readyState === 'ended'),
  };
}
