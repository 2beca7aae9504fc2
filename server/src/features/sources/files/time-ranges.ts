import Type from 'typebox';
import type { ErrorDetail } from '../../../foundation/errors.ts';
import { type Db, sql } from '../../../platform/database/index.ts';

/** A time in a recording. */
export const Seconds = (description?: string) =>
  Type.Number({ minimum: 0, maximum: 10_000_000, description, examples: [12.5] });

interface Span {
  start_seconds?: number | null;
  end_seconds?: number | null;
}

/** Requires `end_seconds` > `start_seconds` (spec §5.3). `at` is the prefix of the field name, e.g. `evidence.0.`. */
export function spanFaults(span: Span, at = ''): ErrorDetail[] {
  const { start_seconds: start = null, end_seconds: end = null } = span;
  if (end === null) return [];
  if (start === null)
    return [{ field: `${at}start_seconds`, message: 'is required when end_seconds is given.' }];
  return end > start ? [] : [{ field: `${at}end_seconds`, message: 'must be greater than start_seconds.' }];
}

export interface TimeRange {
  file_id: string | null | undefined;
  span: Span;
  /** Prefix of the field name, as in `spanFaults`. */
  at?: string;
}

/** The duration of a recording is rounded, so a time range or a clip may end this much after it. */
export const endToleranceSeconds = 0.05;

/**
 * Requires a time range to be inside its recording (spec §5.3): before the end of the media or of the transcript, whichever
 * is later. A file without a known duration accepts every range.
 */
export async function findTimeRangeFaults(
  db: Db,
  projectId: string,
  ranges: TimeRange[],
): Promise<ErrorDetail[]> {
  const given = ranges.filter(({ file_id, span }) => file_id && seconds.some((name) => isGiven(span[name])));
  if (given.length === 0) return [];
  const rows = await db.query<{ id: string; end_seconds: number }>(sql`
    select f.id, greatest(f.duration_seconds,
        (select max(s.end_seconds) from segments s where s.file_id = f.id)) as end_seconds
      from files f
     where f.id = any(${given.map(({ file_id }) => file_id)}::text[]) and f.project_id = ${projectId}
       and f.duration_seconds is not null`);
  const ends = new Map(rows.map((row) => [row.id, row.end_seconds]));
  return given.flatMap(({ file_id, span, at = '' }) => {
    const end = ends.get(file_id as string);
    if (end === undefined) return [];
    return seconds
      .filter((name) => (span[name] ?? 0) > end + endToleranceSeconds)
      .map((name) => ({
        field: `${at}${name}`,
        message: `is after the end of the file, at ${end} seconds.`,
      }));
  });
}

const seconds = ['start_seconds', 'end_seconds'] as const;

const isGiven = (value: number | null | undefined) => value !== null && value !== undefined;
