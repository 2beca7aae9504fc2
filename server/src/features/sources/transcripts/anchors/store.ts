import { type Db, sql } from '../../../../platform/database/index.ts';
import { locate, placeOfSegments } from './locate.ts';
import { moveAnchors, type StoredAnchor, type TranscriptChange } from './move-anchors.ts';
import { indexById, quoteAt, type TextSegment } from './place.ts';

interface AnchorRow {
  holder: 'tagging' | 'evidence' | 'citation';
  holder_id: string;
  item: number;
  anchor: Partial<StoredAnchor> & { segment_id: string; quote: string; source_deleted?: boolean };
}

/** Of a citation no earlier position is known. The largest integer of the database. */
const unknownRevision = 2_147_483_647;

type HeldAnchor = StoredAnchor & Omit<AnchorRow, 'anchor'>;

export interface AnchorsMoved {
  /** How many had words before and have none now, and the other way round. */
  detached: number;
  reattached: number;
}

/**
 * Moves everything that is anchored to the words of a file along with a change of its transcript. The caller holds the row
 * of the transcript, so that no anchor is written meanwhile by the words as they were.
 */
export async function moveAnchorsOf(
  tx: Db,
  fileId: string,
  change: TranscriptChange,
  now: Date,
): Promise<AnchorsMoved> {
  const rows = await tx.query<AnchorRow>(sql`select * from anchors_of(${fileId})`);
  if (rows.length === 0) return { detached: 0, reattached: 0 };
  const held = readAnchors(rows, change);
  const moved = moveAnchors(change, held);
  const changed = moved.filter((anchor, n) => isChanged(held[n] as HeldAnchor, anchor));
  if (changed.length > 0) await tx.query(sql`select move_anchors(${JSON.stringify(changed)}::jsonb, ${now})`);
  return {
    detached: moved.filter(({ detached }, n) => detached && !held[n]?.detached).length,
    reattached: moved.filter(({ detached }, n) => !detached && held[n]?.detached).length,
  };
}

/** Before the transcript is removed. Its revisions end with it, and so do the positions that refer to them. */
export async function detachAnchorsOf(tx: Db, fileId: string, now: Date): Promise<number> {
  const rows = await tx.query<AnchorRow>(sql`select * from anchors_of(${fileId})`);
  const held = readAnchors(rows, { before: [], after: [] });
  const moves = held.map((anchor) => ({ ...anchor, detached: true, past: [], since_revision: 0 }));
  await tx.query(sql`select move_anchors(${JSON.stringify(moves)}::jsonb, ${now})`);
  return held.filter(({ detached }) => !detached).length;
}

function readAnchors(
  rows: AnchorRow[],
  { before, after }: Pick<TranscriptChange, 'before' | 'after'>,
): HeldAnchor[] {
  return rows.map(({ anchor, ...row }) => {
    const detached =
      row.holder === 'citation' ? (anchor.source_deleted ?? false) : (anchor.detached ?? false);
    const given = anchor.start_character ?? undefined;
    const place =
      given === undefined || anchor.end_segment_id == null
        ? placeOfQuote(before, after, anchor.segment_id, anchor.quote)
        : undefined;
    return {
      ...row,
      segment_id: anchor.segment_id,
      start_character: given ?? 0,
      end_segment_id: anchor.end_segment_id ?? anchor.segment_id,
      end_character: anchor.end_character ?? 0,
      quote: anchor.quote ?? '',
      ...place,
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
 * Citations name a segment and quote it; where in it, the quote says. One whose words were edited since is anchored to
 * all of its segment, as long as that is there.
 */
function placeOfQuote(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  segmentId: string,
  quote: string,
) {
  const isNow = before.findIndex(({ id }) => id === segmentId);
  const at = isNow < 0 ? after.findIndex(({ id }) => id === segmentId) : isNow;
  if (at < 0) return undefined;
  // A quote may go on in the segments that follow.
  const around = (isNow < 0 ? after : before).slice(at, at + 50);
  const found = locate(around, quote ?? '', { from: 0, to: 1 });
  if (!found && isNow < 0) return undefined;
  const place = found ?? placeOfSegments(around[0] as TextSegment);
  return { ...place, quote: quoteAt(around, indexById(around), place) ?? quote };
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

const isChanged = (before: HeldAnchor, after: HeldAnchor) =>
  compared.some((key) => before[key] !== after[key]) || before.past.length !== after.past.length;
