import type { Schemas } from '../../lib/api.ts';

/**
 * A passage that plays where it is shown: a highlight, a citation, a cell of the matrix, a search result.
 *
 * - Show it with `MomentRow`, or build a row of your own from `useMoment`, `PlayButton`, `PlayingLine` and `MomentFailure`.
 * - One moment plays at a time, in the whole page. It stops at its end, when its last row disappears, and when another recording on
 *   the page starts. `next` continues with another moment.
 * - The link to the recording is requested when the moment is played for the first time.
 */
export interface Moment {
  /** Unique on the page: rows with the same id play together. */
  id: string;
  project_id: string;
  /** Null for an answer that was written in a response. */
  file_id: string | null;
  response_id: string | null;
  segment_id: string | null;
  /** Null if the passage has no time, such as a written answer. */
  start_seconds: number | null;
  end_seconds: number | null;
  /** The words, without quotation marks. */
  quote: string | null;
  /** Who says it, as people know them: "Mina". */
  person: string | null;
  file_name: string | null;
  /** Whether the file has sound. Null if that is not known: the player finds out. A document opens its passage instead. */
  has_recording: boolean | null;
  /** The recording or transcript was deleted: the words remain, but nothing plays. */
  source_deleted: boolean;
  /** Whether the transcript contains the words. Left out if nobody checked. */
  verified?: boolean;
}

export interface PlayableMoment extends Moment {
  file_id: string;
  start_seconds: number;
  end_seconds: number;
}

export const isPlayable = (moment: Moment): moment is PlayableMoment =>
  moment.file_id !== null &&
  moment.start_seconds !== null &&
  moment.end_seconds !== null &&
  moment.has_recording !== false &&
  !moment.source_deleted;

/** What a page knows about the file of a moment. */
export interface KnownFile {
  name: string;
  kind: Schemas['File']['kind'];
}

const describeFile = (file: KnownFile | undefined) => ({
  file_name: file?.name ?? null,
  has_recording: file ? file.kind === 'video' || file.kind === 'audio' : null,
});

export const momentOfTagging = (tagging: Schemas['Tagging'], file?: KnownFile): Moment => ({
  id: tagging.id,
  project_id: tagging.project_id,
  file_id: tagging.file_id,
  response_id: tagging.target_type === 'response' ? tagging.target_id : null,
  segment_id: tagging.target_type === 'segment' ? tagging.target_id : null,
  start_seconds: tagging.start_seconds,
  end_seconds: tagging.end_seconds,
  quote: tagging.quote,
  person: tagging.speaker,
  source_deleted: false,
  verified: !tagging.detached,
  ...describeFile(file),
});

export const momentOfMatrix = (
  moment: Schemas['MatrixMoment'],
  projectId: string,
  file?: KnownFile,
): Moment => ({
  id: moment.id,
  project_id: projectId,
  file_id: moment.file_id,
  response_id: moment.response_id,
  segment_id: moment.segment_id,
  start_seconds: moment.start_seconds,
  end_seconds: moment.end_seconds,
  quote: moment.quote,
  person: moment.speaker,
  source_deleted: false,
  ...describeFile(file),
});

/** Ids of citations are unique in their report or message only, so `ownerId` is a part of the id of the moment. */
export const momentOfCitation = (
  citation: Schemas['Citation'],
  { projectId, ownerId, file }: { projectId: string; ownerId: string; file?: KnownFile | undefined },
): Moment => ({
  id: `${ownerId}/${citation.id}`,
  project_id: projectId,
  file_id: citation.file_id,
  response_id: citation.response_id,
  segment_id: citation.segment_id,
  start_seconds: citation.start_seconds,
  end_seconds: citation.end_seconds,
  quote: citation.quote,
  person: citation.speaker,
  source_deleted: citation.source_deleted,
  verified: citation.verified,
  ...describeFile(file),
});
