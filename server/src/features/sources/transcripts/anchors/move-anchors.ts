import { relocate } from './relocate.ts';
import { type Anchor, indexById, quoteAt, type TextRange, type TextSegment } from './text-range.ts';

export interface TimedSegment extends TextSegment {
  speaker_id: string;
  start_seconds: number;
  end_seconds: number;
}

interface Position extends TextRange {
  detached: boolean;
  start_seconds: number | null;
  end_seconds: number | null;
}

/** The position of an anchor before revision `until_revision`. */
export interface PastPosition extends Position {
  until_revision: number;
}

/** An anchor with its past positions, so that a revert can restore them exactly. */
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
  /** The revision that the change creates. */
  revision: number;
  /** The state that it restores: a revision, or the state before an undone revision. */
  restores?: { revision: number } | { undone: number };
}

/** Only this many past positions are stored per anchor. */
const pastMax = 100;

/** Returns the anchors after a change of the transcript. None is removed; an anchor without words is detached. */
export function moveAnchors<A extends StoredAnchor>(change: TranscriptChange, anchors: readonly A[]): A[] {
  const oldIndex = indexById(change.before);
  const newIndex = indexById(change.after);
  const pastPositions = anchors.map((anchor) => findPastPosition(anchor, change));
  const rest = anchors.flatMap((anchor, n) => (pastPositions[n] ? [] : [{ n, anchor: toAnchor(anchor) }]));
  const ranges = relocate(
    change.before,
    change.after,
    rest.map(({ anchor }) => anchor),
  );
  const relocated = new Map(rest.map(({ n }, i) => [n, ranges[i] as TextRange | null]));
  return anchors.map((anchor, n) => {
    const pastPosition = pastPositions[n];
    const range = pastPosition ? (pastPosition.detached ? null : pastPosition) : (relocated.get(n) ?? null);
    const quote = range && quoteAt(change.after, newIndex, range);
    if (!range || quote === undefined || quote === null)
      return recordPosition(anchor, { detached: true }, change.revision);
    const first = change.after[newIndex.get(range.segment_id) as number] as TimedSegment;
    const { segment_id, start_character, end_segment_id, end_character } = range;
    const next = {
      segment_id,
      start_character,
      end_segment_id,
      end_character,
      detached: false,
      quote,
      speaker: change.speakers.find(({ id }) => id === first.speaker_id)?.label ?? first.speaker_id,
      start_seconds: pastPosition
        ? pastPosition.start_seconds
        : moveTime('start', anchor, range, change, oldIndex, newIndex),
      end_seconds: pastPosition
        ? pastPosition.end_seconds
        : moveTime('end', anchor, range, change, oldIndex, newIndex),
    };
    return recordPosition(anchor, next, change.revision);
  });
}

const toAnchor = (anchor: StoredAnchor): Anchor => ({
  range: anchor,
  quote: anchor.quote,
  detached: anchor.detached,
});

/** The position of the anchor in the restored state; undefined if it is not stored. */
function findPastPosition(anchor: StoredAnchor, { restores }: TranscriptChange): Position | undefined {
  if (!restores) return undefined;
  if ('undone' in restores) {
    const last = anchor.past.at(-1);
    return last?.until_revision === restores.undone ? last : undefined;
  }
  if (anchor.since_revision > restores.revision) return undefined;
  return anchor.past.find(({ until_revision }) => until_revision > restores.revision) ?? anchor;
}

function recordPosition<A extends StoredAnchor>(anchor: A, next: Partial<StoredAnchor>, revision: number): A {
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

/** Times taken from the segments change with them. Times given by the caller do not change. */
function moveTime(
  side: 'start' | 'end',
  anchor: StoredAnchor,
  range: TextRange,
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
  return (after[newIndex.get(range[name]) as number] as TimedSegment)[key];
}
