/** A browser of the call, as far as its picture and sound matter. */
interface MediaOf {
  connected: boolean;
  /** Whether a video track has shown its first picture. */
  hasPicture: boolean;
  stream: Pick<MediaStream, 'getTracks'>;
}

export type Recordable = 'picture' | 'sound';

/**
 * What can be recorded of a browser now: nothing until it is connected. A track exists before its first picture. A recorder
 * that starts before that yields a file without a picture, or no data at all.
 */
export function recordableOf({ connected, hasPicture, stream }: MediaOf): Recordable | 'waiting' {
  const tracks = stream.getTracks().filter(({ readyState }) => readyState === 'live');
  if (!connected || tracks.length === 0) return 'waiting';
  if (!tracks.some(({ kind }) => kind === 'video')) return 'sound';
  return hasPicture ? 'picture' : 'waiting';
}

/**
 * Calls back once, when the first picture of a track can be shown. `track.muted` does not tell: Chromium can leave it true
 * for the whole call when both browsers offered a connection at the same time.
 */
export function onFirstPicture(track: MediaStreamTrack, callback: () => void): void {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  video.onloadeddata = () => {
    video.srcObject = null;
    callback();
  };
  video.play().catch(() => {
    // The browser stops a video that is not shown any more. The first picture has been counted then.
  });
}
