/** Someone in the call spoke, in seconds of the recording. */
export interface Turn {
  name: string;
  start_seconds: number;
  end_seconds: number;
}

interface Spoken {
  speaker?: string;
  start_seconds: number;
  end_seconds: number;
}

const lengthOf = ({ start_seconds, end_seconds }: Omit<Spoken, 'speaker'>) => end_seconds - start_seconds;
const overlapOf = (a: Omit<Spoken, 'speaker'>, b: Omit<Spoken, 'speaker'>) =>
  Math.max(0, Math.min(a.end_seconds, b.end_seconds) - Math.max(a.start_seconds, b.start_seconds));

/** A voice is named after the person who spoke for at least this part of its time. */
const sureShare = 0.4;

/**
 * Names the speakers of a transcript after the people in the call. A voice that the recognition has told apart gets one name
 * for the whole transcript. If it has told none apart, each segment gets the name of who spoke then.
 */
export function nameSpeakers<S extends Spoken>(segments: S[], turns: Turn[]): S[] {
  if (turns.length === 0) return segments;
  const voices = Map.groupBy(segments, ({ speaker }) => speaker);
  const people = new Set(turns.map(({ name }) => name));
  if (voices.size === 1 && people.size > 1)
    return segments.map((segment) => ({ ...segment, speaker: nameOf([segment], turns) ?? segment.speaker }));
  const names = new Map([...voices].map(([voice, spoken]) => [voice, nameOf(spoken, turns)]));
  return segments.map((segment) => ({ ...segment, speaker: names.get(segment.speaker) ?? segment.speaker }));
}

function nameOf(spoken: Spoken[], turns: Turn[]): string | undefined {
  const seconds = new Map<string, number>();
  // Both lists are in order, so that each turn is compared with the segments near it only.
  let first = 0;
  for (const segment of spoken) {
    while ((turns[first]?.end_seconds ?? Number.POSITIVE_INFINITY) < segment.start_seconds) first++;
    for (let i = first; (turns[i]?.start_seconds ?? Number.POSITIVE_INFINITY) < segment.end_seconds; i++) {
      const turn = turns[i] as Turn;
      seconds.set(turn.name, (seconds.get(turn.name) ?? 0) + overlapOf(segment, turn));
    }
  }
  const total = spoken.reduce((sum, segment) => sum + lengthOf(segment), 0);
  const [best, second] = [...seconds].sort((a, b) => b[1] - a[1]);
  const isSure = best && best[1] >= total * sureShare && best[1] > (second?.[1] ?? 0) * 1.2;
  return isSure ? best[0] : undefined;
}
