import { formatMoment } from '../markdown/moment.ts';

/** A passage that a report quotes (spec §6.5). */
export interface Citation {
  id: string;
  file_id: string | null;
  response_id: string | null;
  segment_id: string | null;
  start_seconds: number | null;
  end_seconds: number | null;
  speaker: string | null;
  quote: string;
  /** The quote was in that revision word for word. */
  verified: boolean;
  transcript_revision: number | null;
  /** The source was deleted; the quote remains (spec §4.5). */
  source_deleted: boolean;
  /** For the line under the quotation, also when the file is gone; not on the wire. */
  file_name: string | null;
  page: number | null;
}

/** The speaker that stands for a document without speakers. */
const documentVoice = 'Document';

/** Who said it, where and when: `Mina, Talk 1, 5:12`. */
export function attributionOf({ speaker, file_name, page, start_seconds }: Citation): string {
  const moment = page !== null ? `p. ${page}` : start_seconds !== null ? formatMoment(start_seconds) : null;
  return [speaker === documentVoice ? null : speaker, file_name, moment].filter((part) => part).join(', ');
}
