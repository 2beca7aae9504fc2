import { type Db, sql } from '../../../../platform/database/index.ts';
import { readSegments, readSegmentsAt, type SegmentRow } from '../store.ts';
import { locate } from './locate.ts';
import { relocate } from './relocate.ts';
import { type Anchor, indexById, quoteAt } from './text-range.ts';

/** Words that were read in one revision of a transcript. */
export interface PastQuote {
  id: string;
  file_id: string;
  segment_id: string | null;
  start_seconds: number;
  end_seconds: number;
  quote: string;
  /** The revision that has these words. */
  revision: number;
  /** Changes until this revision do not count. */
  since_revision: number;
}

export interface CurrentWords {
  id: string;
  /** The words that are there now; null if they were removed. */
  words: string | null;
  segment_ids: string[];
  revision: number | null;
  changed_by: string | null;
  changed_at: Date | null;
}

interface Touched {
  id: string;
  revision: number | null;
  changed_by: string | null;
  changed_at: Date | null;
}

/** Returns what the transcripts say now in place of these quotes. Quotes whose segments are unchanged are left out. */
export async function findChangedWords(db: Db, quotes: readonly PastQuote[]): Promise<CurrentWords[]> {
  const touched = new Map((await findTouched(db, quotes)).map((row) => [row.id, row]));
  const groups = Map.groupBy(
    quotes.filter(({ id }) => touched.has(id)),
    ({ file_id, revision }) => `${file_id} ${revision}`,
  );
  const found: CurrentWords[] = [];
  // One transcript after the other, which bounds the memory.
  for (const group of groups.values()) {
    const [{ file_id, revision }] = group as [PastQuote];
    const [before, after] = await Promise.all([
      readSegmentsAt(db, file_id, revision),
      readSegments(db, file_id),
    ]);
    const places = followQuotes(before, after, group);
    for (const [n, { id }] of group.entries())
      found.push({ ...(touched.get(id) as Touched), ...(places[n] as ReturnType<typeof placeOf>) });
  }
  return found;
}

/** Quotes with a segment that was changed or removed since, and the last such change. */
const findTouched = (db: Db, quotes: readonly PastQuote[]) =>
  db.query<Touched>(sql`
    with q as (
      select * from jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb) as q (id text, file_id text,
        start_seconds double precision, end_seconds double precision, since_revision integer))
    select q.id, t.revision, r.created_by as changed_by, r.created_at as changed_at
      from q left join transcripts t on t.file_id = q.file_id
      cross join lateral (
        select max(p.until_revision) as revision from past_segments p
         where p.file_id = q.file_id and p.since_revision <= q.since_revision and p.until_revision > q.since_revision
           and p.start_seconds < q.end_seconds and p.end_seconds > q.start_seconds) last
      left join transcript_revisions r on r.file_id = q.file_id and r.revision = last.revision
     where last.revision is not null or t.revision is null or t.revision < q.since_revision`);

function followQuotes(before: SegmentRow[], after: SegmentRow[], quotes: readonly PastQuote[]) {
  const oldIndex = indexById(before);
  const newIndex = indexById(after);
  const anchors: (Anchor | undefined)[] = quotes.map(({ quote, segment_id }) => {
    const from = oldIndex.get(segment_id ?? '');
    const range = from === undefined ? undefined : locate(before, quote, { from, to: from + 1 });
    return range && { range, quote, detached: false };
  });
  const known = anchors.filter((anchor) => anchor !== undefined);
  const ranges = relocate(before, after, known);
  return quotes.map(({ quote }, n) => {
    const anchor = anchors[n];
    const range = anchor ? ranges[known.indexOf(anchor)] : locate(after, quote);
    return placeOf(after, newIndex, range ?? undefined);
  });
}

function placeOf(
  segments: readonly SegmentRow[],
  index: ReadonlyMap<string, number>,
  range: Anchor['range'] | undefined,
) {
  const words = range && quoteAt(segments, index, range);
  if (!range || words === undefined) return { words: null, segment_ids: [] };
  const [first = 0, last = 0] = [index.get(range.segment_id), index.get(range.end_segment_id)];
  return { words, segment_ids: segments.slice(first, last + 1).map(({ id }) => id) };
}
