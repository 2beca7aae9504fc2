import type { ErrorDetail } from '../../../../foundation/errors.ts';
import { type Db, sql } from '../../../../platform/database/index.ts';
import type { TimedSegment } from './move-anchors.ts';
import { type FilledPassage, fillPassage, type Passage, unfilled, type Words } from './passages.ts';
import { indexById } from './text-range.ts';

/** Number of segments after the given one that a quote may extend into. */
const followingMax = 200;

export type FillResult =
  | { passage: FilledPassage; faults: [] }
  | { passage: undefined; faults: ErrorDetail[] };

/**
 * Fills in file, times, words and speaker of each passage. Locks the files and transcripts until the end of the
 * transaction. Files are locked before transcripts, as everywhere, to avoid deadlocks.
 */
export async function fillPassages(
  tx: Db,
  projectId: string,
  passages: readonly Passage[],
): Promise<FillResult[]> {
  const fileOf = await lockFiles(tx, projectId, passages);
  const filled: FillResult[] = passages.map((passage) => ({ passage: unfilled(passage), faults: [] }));
  const byFile = new Map<string, number[]>();
  for (const [n, passage] of passages.entries()) {
    const { segment_id, file_id } = passage;
    const file = segment_id == null ? file_id : fileOf.get(segment_id);
    // The file of a segment is absent if it was deleted after the segment was read.
    const exists = file != null && fileOf.has(file);
    if (segment_id != null && !exists) filled[n] = refused([absentSegment]);
    else if (exists) byFile.set(file, [...(byFile.get(file) ?? []), n]);
  }
  for (const [file, numbers] of byFile) {
    const words = await readWords(
      tx,
      file,
      numbers.map((n) => passages[n] as Passage),
    );
    for (const n of numbers) {
      const passage = passages[n] as Passage;
      if (!words) {
        if (passage.segment_id) filled[n] = refused([absentSegment]);
        continue;
      }
      const result = fillPassage(passage, words);
      filled[n] = Array.isArray(result) ? refused(result) : { passage: result, faults: [] };
    }
  }
  return filled;
}

const absentSegment = { field: 'segment_id', message: 'is not a segment of this project.' };
const refused = (faults: ErrorDetail[]): FillResult => ({ passage: undefined, faults });

/** Maps the id of each segment and of each file in the project to the file. */
async function lockFiles(
  tx: Db,
  projectId: string,
  passages: readonly Passage[],
): Promise<Map<string, string>> {
  const segmentIds = passages.flatMap(({ segment_id }) => segment_id ?? []);
  const fileIds = passages.flatMap(({ file_id, segment_id }) => (segment_id ? [] : (file_id ?? [])));
  const segments =
    segmentIds.length === 0
      ? []
      : await tx.query<{ id: string; file_id: string }>(sql`
          select id, file_id from segments where id = any(${segmentIds}::text[]) and project_id = ${projectId}`);
  const wanted = [...new Set([...segments.map(({ file_id }) => file_id), ...fileIds])];
  if (wanted.length === 0) return new Map();
  const files = await tx.query<{ id: string }>(sql`
    select id from files where id = any(${wanted}::text[]) and project_id = ${projectId} order by id for key share`);
  await tx.query(sql`
    select 1 from transcripts where file_id = any(${files.map(({ id }) => id)}::text[]) order by file_id for share`);
  return new Map([
    ...files.map(({ id }) => [id, id] as const),
    ...segments.map(({ id, file_id }) => [id, file_id] as const),
  ]);
}

/** Reads the part of the transcript that the passages need. Returns undefined if the file has no transcript. */
async function readWords(tx: Db, fileId: string, passages: readonly Passage[]): Promise<Words | undefined> {
  const [transcript] = await tx.query<Pick<Words, 'revision' | 'speakers'>>(
    sql`select revision, speakers from transcripts where file_id = ${fileId}`,
  );
  if (!transcript) return undefined;
  const named = passages.flatMap(({ segment_id, end_segment_id }) =>
    [segment_id ?? [], end_segment_id ?? []].flat(),
  );
  const isWhole = passages.some(({ segment_id, quote }) => !segment_id && quote != null);
  const moments = passages.flatMap(({ segment_id, start_seconds, end_seconds }) =>
    segment_id ? [] : [start_seconds ?? [], end_seconds ?? []].flat(),
  );
  const columns = sql`id, text, speaker_id, start_seconds, end_seconds`;
  const segments = isWhole
    ? await tx.query<TimedSegment>(sql`
        select ${columns} from segments where file_id = ${fileId} order by start_seconds, end_seconds, id`)
    : await tx.query<TimedSegment>(sql`
        with needed as (
          select min(m) as low, max(m) as high from (
            select start_seconds as m from segments where file_id = ${fileId} and id = any(${named}::text[])
            union all select unnest(${moments}::double precision[])) all_moments)
        select ${columns} from segments s, needed n
         where s.file_id = ${fileId} and s.start_seconds <= n.high and s.end_seconds >= n.low
        union all
        (select ${columns} from segments s, needed n where s.file_id = ${fileId} and s.start_seconds > n.high
          order by s.start_seconds limit ${followingMax})
        order by start_seconds, end_seconds, id`);
  return { file_id: fileId, ...transcript, segments, index: indexById(segments) };
}
