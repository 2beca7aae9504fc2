import { locate, rangeOfSegments } from './locate.ts';
import { moveAnchors, type StoredAnchor, type TranscriptChange } from './move-anchors.ts';
import { indexById, quoteAt, type TextSegment } from './text-range.ts';

export interface AnchorRow {
  holder: 'tagging' | 'evidence' | 'citation';
  holder_id: string;
  item: number;
  anchor: Partial<StoredAnchor> & { segment_id: string; quote: string; source_deleted?: boolean };
}

/** For citations, which have no past positions. The largest `integer` of PostgreSQL. */
const unknownRevision = 2_147_483_647;

type OwnedAnchor = StoredAnchor & Omit<AnchorRow, 'anchor'>;

export interface MovedAnchors {
  /** The anchors that changed, as JSON; null if none did. */
  changed: string | null;
  /** Number of anchors that lost their words by the change. */
  detached: number;
}

/** Moves the anchors of a file, without I/O, so that a thread can do it. */
export function moveStoredAnchors(rows: AnchorRow[], change: TranscriptChange): MovedAnchors {
  const anchors = readAnchors(rows, change);
  const moved = moveAnchors(change, anchors);
  const changed = moved.filter((anchor, n) => isChanged(anchors[n] as OwnedAnchor, anchor));
  return {
    changed: changed.length > 0 ? JSON.stringify(changed) : null,
    detached: moved.filter(({ detached }, n) => detached && !anchors[n]?.detached).length,
  };
}

export function readAnchors(
  rows: AnchorRow[],
  { before, after }: Pick<TranscriptChange, 'before' | 'after'>,
): OwnedAnchor[] {
  return rows.map(({ anchor, ...row }) => {
    const detached =
      row.holder === 'citation' ? (anchor.source_deleted ?? false) : (anchor.detached ?? false);
    const startCharacter = anchor.start_character ?? undefined;
    const range =
      startCharacter === undefined || anchor.end_segment_id == null
        ? rangeOfQuote(before, after, anchor.segment_id, anchor.quote)
        : undefined;
    return {
      ...row,
      segment_id: anchor.segment_id,
      start_character: startCharacter ?? 0,
      end_segment_id: anchor.end_segment_id ?? anchor.segment_id,
      end_character: anchor.end_character ?? 0,
      quote: anchor.quote ?? '',
      ...range,
      speaker: anchor.speaker ?? null,
      start_seconds: anchor.start_seconds ?? null,
      end_seconds: anchor.end_seconds ?? null,
      detached,
      past: anchor.past ?? [],
      since_revision: anchor.since_revision ?? unknownRevision,
    };
  });
}

/**
 * Citations have a segment and a quote; the range is found from the quote. If the words were edited since, the citation is
 * anchored to its whole segment, if that still exists.
 */
function rangeOfQuote(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  segmentId: string,
  quote: string,
) {
  const beforeIndex = before.findIndex(({ id }) => id === segmentId);
  const at = beforeIndex < 0 ? after.findIndex(({ id }) => id === segmentId) : beforeIndex;
  if (at < 0) return undefined;
  // A quote may extend into the following segments.
  const around = (beforeIndex < 0 ? after : before).slice(at, at + 50);
  const found = locate(around, quote ?? '', { from: 0, to: 1 });
  if (!found && beforeIndex < 0) return undefined;
  const range = found ?? rangeOfSegments(around[0] as TextSegment);
  return { ...range, quote: quoteAt(around, indexById(around), range) ?? quote };
}

const compared = [
  'segment_id',
  'start_character',
  'end_segment_id',
  'end_character',
  'quote',
  'speaker',
  'start_seconds',
  'end_seconds',
  'detached',
] as const;

const isChanged = (before: OwnedAnchor, after: OwnedAnchor) =>
  compared.some((key) => before[key] !== after[key]) || before.past.length !== after.past.length;
