import { type Anchor, indexById, type Place, quoteAt, type TextSegment } from './place.ts';
import { relocate } from './relocate.ts';

export interface TimedSegment extends TextSegment {
  speaker_id: string;
  start_seconds: number;
  end_seconds: number;
}

interface Position extends Place {
  detached: boolean;
  start_seconds: number | null;
  end_seconds: number | null;
}

/** Where an anchor was before the revision `until_revision`. */
export interface PastPosition extends Position {
  until_revision: number;
}

/** An anchor with the positions it had, so that a revert can restore them exactly. */
export interface StoredAnchor extends Position {
  quote: string;
  speaker: string | null;
  past: PastPosition[];
  /** The first revision from which its positions are known. */
  since_revision: number;
}

export interface TranscriptChange {
  before: readonly TimedSegment[];
  after: readonly TimedSegment[];
  speakers: readonly { id: string; label: string }[];
  /** The revision that the change makes. */
  revision: number;
  /** The state that it restores: a whole revision, or what was there before one that is undone. */
  restores?: { revision: number } | { undone: number };
}

/** An anchor that is moved more often than this forgets its oldest positions. */
const pastMax = 100;

/** The anchors as they are after a change of the transcript. None is dropped; an anchor without words is detached. */
export function moveAnchors<A extends StoredAnchor>(change: TranscriptChange, anchors: readonly A[]): A[] {
  const oldIndex = indexById(change.before);
  const newIndex = indexById(change.after);
  const recalled = anchors.map((anchor) => recall(anchor, change));
  const rest = anchors.flatMap((anchor, n) => (recalled[n] ? [] : [{ n, anchor: toAnchor(anchor) }]));
  const places = relocate(
    change.before,
    change.after,
    rest.map(({ anchor }) => anchor),
  );
  const relocated = new Map(rest.map(({ n }, i) => [n, places[i] as Place | null]));
  return anchors.map((anchor, n) => {
    const known = recalled[n];
    const place = known ? (known.detached ? null : known) : (relocated.get(n) ?? null);
    const quote = place && quoteAt(change.after, newIndex, place);
    if (!place || quote === undefined || quote === null)
      return remember(anchor, { detached: true }, change.revision);
    const first = change.after[newIndex.get(place.segment_id) as number] as TimedSegment;
    const { segment_id, start_character, end_segment_id, end_character } = place;
    const next = {
      segment_id,
      start_character,
      end_segment_id,
      end_character,
      detached: false,
      quote,
      speaker: change.speakers.find(({ id }) => id === first.speaker_id)?.label ?? first.speaker_id,
      start_seconds: known
        ? known.start_seconds
        : moveTime('start', anchor, place, change, oldIndex, newIndex),
      end_seconds: known ? known.end_seconds : moveTime('end', anchor, place, change, oldIndex, newIndex),
    };
    return remember(anchor, next, change.revision);
  });
}

const toAnchor = (anchor: StoredAnchor): Anchor => ({
  place: anchor,
  quote: anchor.quote,
  detached: anchor.detached,
});

/** Where the anchor was in the state that is restored; undefined where that is not known. */
function recall(anchor: StoredAnchor, { restores }: TranscriptChange): Position | undefined {
  if (!restores) return undefined;
  if ('undone' in restores) {
    const last = anchor.past.at(-1);
    return last?.until_revision === restores.undone ? last : undefined;
  }
  if (anchor.since_revision > restores.revision) return undefined;
  return anchor.past.find(({ until_revision }) => until_revision > restores.revision) ?? anchor;
}

function remember<A extends StoredAnchor>(anchor: A, next: Partial<StoredAnchor>, revision: number): A {
  const moved = { ...anchor, ...next };
  const keys = [
    'segment_id',
    'start_character',
    'end_segment_id',
    'end_character',
    'detached',
    'start_seconds',
    'end_seconds',
  ] as const;
  if (keys.every((key) => moved[key] === anchor[key])) return moved;
  const { segment_id, start_character, end_segment_id, end_character, detached, start_seconds, end_seconds } =
    anchor;
  moved.past = [
    ...anchor.past,
    {
      segment_id,
      start_character,
      end_segment_id,
      end_character,
      detached,
      start_seconds,
      end_seconds,
      until_revision: revision,
    },
  ];
  while (moved.past.length > pastMax)
    moved.since_revision = (moved.past.shift() as PastPosition).until_revision;
  return moved;
}

/** Times that came from the segments follow them; times that the caller gave stay. */
function moveTime(
  side: 'start' | 'end',
  anchor: StoredAnchor,
  place: Place,
  { before, after }: TranscriptChange,
  oldIndex: ReadonlyMap<string, number>,
  newIndex: ReadonlyMap<string, number>,
): number | null {
  const [name, key] =
    side === 'start'
      ? (['segment_id', 'start_seconds'] as const)
      : (['end_segment_id', 'end_seconds'] as const);
  const old = before[oldIndex.get(anchor[name]) ?? -1];
  if (!anchor.detached && old && anchor[key] !== old[key]) return anchor[key];
  return (after[newIndex.get(place[name]) as number] as TimedSegment)[key];
}
