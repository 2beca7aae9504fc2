import { newId } from '../../foundation/ids.ts';
import type { TargetType } from './targets.ts';

export interface TaggingRow {
  id: string;
  project_id: string;
  tag_id: string;
  target_type: TargetType;
  target_id: string;
  file_id: string | null;
  /** The passage that the tagging is anchored to (spec §4.8), and its earlier positions. */
  segment_id: string | null;
  start_character: number | null;
  end_segment_id: string | null;
  end_character: number | null;
  start_seconds: number | null;
  end_seconds: number | null;
  quote: string | null;
  speaker: string | null;
  detached: boolean;
  past: object[];
  since_revision: number;
  place: number;
  source: 'manual' | 'ai';
  confidence: number | null;
  status: 'suggested' | 'accepted' | 'rejected';
  job_id: string | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

interface TaggingToAdd {
  project_id: string;
  tag_id: string;
  target_type: TargetType;
  target: { id: string; file_id: string | null };
}

/** An accepted tagging of the whole target by a user. */
export const newTagging = (
  { project_id, tag_id, target_type, target }: TaggingToAdd,
  now: Date,
): TaggingRow => ({
  id: newId('tagging', now.getTime()),
  project_id,
  tag_id,
  target_type,
  target_id: target.id,
  file_id: target_type === 'file' ? target.id : target.file_id,
  segment_id: null,
  start_character: null,
  end_segment_id: null,
  end_character: null,
  start_seconds: null,
  end_seconds: null,
  quote: null,
  speaker: null,
  detached: false,
  past: [],
  since_revision: 0,
  place: 0,
  source: 'manual',
  confidence: null,
  status: 'accepted',
  job_id: null,
  created_by: null,
  created_at: now,
  updated_at: now,
});
