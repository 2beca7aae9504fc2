import type { Highlight } from '../../data/highlights.ts';
import type { Moment } from '../moments/index.ts';

/** A highlight that is in two groups is two moments: what plays next depends on the group. */
export const momentOfHighlight = (key: string, highlight: Highlight): Moment => ({
  id: key,
  project_id: highlight.project_id,
  file_id: highlight.file_id,
  response_id: highlight.response_id,
  segment_id: highlight.segment_id,
  start_seconds: highlight.start_seconds,
  end_seconds: highlight.end_seconds,
  quote: highlight.quote,
  person: highlight.person,
  file_name: highlight.file_name,
  has_recording: highlight.file_kind === 'audio' || highlight.file_kind === 'video',
  source_deleted: false,
  verified: !highlight.detached,
});
