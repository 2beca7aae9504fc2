/** A browser of the call, as far as its picture and sound matter. */
interface MediaOf {
  connected: boolean;
  stream: Pick<MediaStream, 'getTracks'>;
}

export type Recordable = 'picture' | 'sound';

/**
 * What can be recorded of a browser now: nothing until it is connected. A track exists before its first frame, and is
 * muted until then. A recorder that starts with a muted picture yields a file without it, or no data at all.
 */
export function recordableOf({ connected, stream }: MediaOf): Recordable | 'waiting' {
  const tracks = stream.getTracks().filter(({ readyState }) => readyState === 'live');
  if (!connected || tracks.length === 0) return 'waiting';
  const pictures = tracks.filter(({ kind }) => kind === 'video');
  if (pictures.length === 0) return 'sound';
  return pictures.some(({ muted }) => !muted) ? 'picture' : 'waiting';
}
