import { AppError, invalid } from '../../../foundation/errors.ts';
import { errorDetailsMax } from '../../../foundation/limits.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { NewTranscript } from './change-schema.ts';
import { segmentCharactersMax } from './limits.ts';
import { pauseIfLarge } from './pause.ts';
import { type Revised, writeRevision } from './revisions/revise.ts';
import {
  assignIds,
  assignSpeakers,
  isTooLong,
  type SegmentInput,
  timeFaults,
  trimOverlaps,
} from './segments.ts';
import { findTranscript, readSegments, type SegmentRow, type TranscriptRow } from './store.ts';
import type { TranscriptThreads } from './threads/transcript-threads.ts';

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

/** Returns the segments in order. Throws one detail per error, with its path in the request body. */
function checkSegments(
  segments: NonNullable<NewTranscript['segments']>,
  overlaps: NewTranscript['overlaps'],
  path: string,
) {
  const mayOverlap = overlaps === 'trim';
  const faults = timeFaults(segments, path, { mayOverlap });
  if (faults.length > 0) throw invalid(faults);
  const taken = mayOverlap ? trimOverlaps(segments) : segments;
  requireShortTexts(taken, (i) => `${path}.${i}.text`);
  return taken;
}

/** Returns the given segments, or parses subtitles. Subtitles often overlap, so their overlaps are always trimmed. */
export async function segmentsOf(
  threads: TranscriptThreads,
  workspaceId: string,
  input: NewTranscript,
  path = '',
): Promise<SegmentInput[]> {
  const at = (field: string) => `${path}${field}`;
  const both = input.segments !== undefined && input.content !== undefined;
  if (both || (input.segments === undefined && input.content === undefined))
    throw invalid([{ field: at('segments'), message: 'Send either segments, or format and content.' }]);
  if (input.segments) return checkSegments(input.segments, input.overlaps, at('segments'));
  if (!input.format) throw invalid([{ field: at('format'), message: 'is required with content.' }]);
  const parsed = await threads.parse(workspaceId, input.content as string).catch((error: unknown) => {
    throw error instanceof AppError ? atPath(error, path) : error;
  });
  requireShortTexts(parsed, () => at('content'));
  return parsed;
}

/** Parsed cues, and segments whose overlaps were trimmed into one, have not passed the limit of the schema. */
function requireShortTexts(segments: readonly SegmentInput[], fieldOf: (i: number) => string): void {
  const long = segments.findIndex(({ text }) => isTooLong(text));
  if (long < 0) return;
  const message = `Segment ${long + 1} has more than ${segmentCharactersMax} characters. Divide it.`;
  throw invalid([{ field: fieldOf(long), message }]);
}

/** Details name the field in the request body. */
function atPath(error: AppError, path: string): AppError {
  if (error.code !== 'validation_failed') return error;
  return invalid(error.details.map(({ field, message }) => ({ field: `${path}${field}`, message })));
}

/** The duration of a recording is only this accurate, so segments may exceed it by this much. */
const endToleranceSeconds = 1;

/** Refuses segments past the end of the recording. */
export function requireInside(
  segments: readonly SegmentInput[],
  mediaSeconds: number | null,
  fieldOf: (i: number, name: 'start_seconds' | 'end_seconds') => string,
): void {
  if (mediaSeconds === null) return;
  const faults = segments.flatMap((segment, i) =>
    (['start_seconds', 'end_seconds'] as const)
      .filter((name) => segment[name] > mediaSeconds + endToleranceSeconds)
      .map((name) => {
        const field = fieldOf(i, name);
        const which = field === 'content' ? `Segment ${i + 1} ` : '';
        return { field, message: `${which}is past the end of the recording, at ${mediaSeconds} seconds.` };
      }),
  );
  if (faults.length > 0) throw invalid(faults.slice(0, errorDetailsMax));
}

/** Writes the whole transcript of a file as a new revision. The caller has locked the file. */
export async function writeTranscript(
  tx: Db,
  threads: TranscriptThreads,
  target: ImportTarget,
  given: Import,
  now: Date,
): Promise<Revised> {
  const present = await findTranscript(tx, target.file_id);
  const before = present ? await readSegments(tx, target.file_id) : [];
  const {
    speakerIds,
    speakers,
    faults: speakerFaults,
  } = assignSpeakers(given.segments, present?.speakers ?? []);
  await pauseIfLarge(given.segments);
  const { ids, faults: idFaults } = assignIds(given.segments, before, now.getTime());
  const faults = [...speakerFaults, ...idFaults];
  if (faults.length > 0) throw invalid(faults);
  await pauseIfLarge(given.segments);

  const segments: SegmentRow[] = given.segments.map((segment, i) => ({
    id: ids[i] as string,
    speaker_id: speakerIds[i] as string,
    start_seconds: segment.start_seconds,
    end_seconds: segment.end_seconds,
    text: segment.text,
    page: segment.page ?? null,
    confidence: segment.confidence ?? null,
    since_revision: 0,
    words: segment.words,
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
  return writeRevision(tx, threads, transcript, {
    before,
    after: segments,
    action: given.action,
    by: given.by,
  });
}
