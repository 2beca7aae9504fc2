import { invalid } from '../../foundation/errors.ts';
import type { Db } from '../../platform/database/index.ts';
import { parseSubtitles } from './formats/parse-subtitles.ts';
import type { TranscriptInput, TranscriptReplacement } from './schema.ts';
import {
  assignIds,
  assignSpeakers,
  changeBetween,
  type SegmentInput,
  timeFaults,
  trimOverlaps,
} from './segments.ts';
import { findTranscript, readSegments, type SegmentRow, saveRevision, type TranscriptRow } from './store.ts';

export interface ImportTarget {
  file_id: string;
  workspace_id: string;
  project_id: string;
}

export interface Import {
  segments: readonly SegmentInput[];
  language: string | null;
  time_basis: 'media' | 'estimated';
  action: 'transcribe' | 'import' | 'replace';
  by: string | null;
}

/** One row for each fault, named by its path in the caller's body; or the segments in order. */
export function checkSegments(
  { segments, overlaps }: Pick<TranscriptInput, 'segments' | 'overlaps'>,
  path = 'segments',
) {
  const taken = overlaps === 'trim' ? trimOverlaps(segments) : segments;
  const faults = timeFaults(taken, path);
  if (faults.length > 0) throw invalid(faults);
  return taken;
}

/** Segments as they were sent, or read from subtitles. Subtitles overlap by custom; theirs are trimmed. */
export function segmentsOf(input: TranscriptReplacement): SegmentInput[] {
  const both = input.segments !== undefined && input.content !== undefined;
  if (both || (input.segments === undefined && input.content === undefined))
    throw invalid([{ field: 'segments', message: 'Send either segments, or format and content.' }]);
  if (input.segments) return checkSegments({ segments: input.segments, overlaps: input.overlaps });
  if (!input.format) throw invalid([{ field: 'format', message: 'is required with content.' }]);
  return trimOverlaps(parseSubtitles(input.content as string));
}

/** Writes the whole transcript of a file, as its first or its next revision. The caller holds the file. */
export async function writeTranscript(
  tx: Db,
  target: ImportTarget,
  given: Import,
  now: Date,
): Promise<{ transcript: TranscriptRow; segments: SegmentRow[] }> {
  const present = await findTranscript(tx, target.file_id);
  const before = present ? await readSegments(tx, target.file_id) : [];
  const {
    speakerIds,
    speakers,
    faults: speakerFaults,
  } = assignSpeakers(given.segments, present?.speakers ?? []);
  const { ids, faults: idFaults } = assignIds(given.segments, before, now.getTime());
  const faults = [...speakerFaults, ...idFaults];
  if (faults.length > 0) throw invalid(faults);

  const segments: SegmentRow[] = given.segments.map((segment, i) => ({
    id: ids[i] as string,
    speaker_id: speakerIds[i] as string,
    start_seconds: segment.start_seconds,
    end_seconds: segment.end_seconds,
    text: segment.text,
    page: segment.page ?? null,
    confidence: segment.confidence ?? null,
  }));
  const transcript: TranscriptRow = {
    file_id: target.file_id,
    workspace_id: target.workspace_id,
    project_id: target.project_id,
    language: given.language,
    time_basis: given.time_basis,
    revision: (present?.revision ?? 0) + 1,
    speakers,
    created_by: present?.created_by ?? given.by,
    created_at: present?.created_at ?? now,
    updated_at: now,
  };
  await saveRevision(tx, transcript, changeBetween(before, segments), given.action, given.by);
  return { transcript, segments };
}
