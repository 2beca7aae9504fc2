/** How far a browser has read, as the id of an event: it comes back as `Last-Event-ID`. */
export interface StreamPosition {
  epoch: string;
  /** The time of the database. */
  seconds: number;
  snapshot: string;
}

/** Longer snapshots list very many running transactions. They are replaced by one that sees less: changes come twice. */
const snapshotLengthMax = 500;

export function encodePosition({ epoch, seconds, snapshot }: StreamPosition): string {
  const [xmin] = snapshot.split(':');
  const short = snapshot.length <= snapshotLengthMax ? snapshot : `${xmin}:${xmin}:`;
  return `${epoch}.${Math.floor(seconds)}.${short}`;
}

/** Undefined if the text is no position. */
export function decodePosition(text: string): StreamPosition | undefined {
  const [, epoch, seconds, snapshot] =
    /^([0-9a-f]{1,32}-\d{1,20})\.(\d{1,12})\.(\d{1,19}:\d{1,19}:[\d,]{0,500})$/.exec(text) ?? [];
  if (epoch === undefined || seconds === undefined || snapshot === undefined) return undefined;
  return { epoch, seconds: Number(seconds), snapshot };
}
