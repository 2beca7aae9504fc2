/** A passage that a report points at (contract §6). */
export interface Citation {
  id: string;
  file_id: string | null;
  response_id: string | null;
  segment_id: string | null;
  start_seconds: number | null;
  end_seconds: number | null;
  speaker: string | null;
  quote: string;
  /** It stood there word for word, in that revision. */
  verified: boolean;
  transcript_revision: number | null;
  /** What it was taken from is gone since; the quote stays (contract §4). */
  source_deleted: boolean;
}
