import { formatMoment } from '../format-moment.ts';

/** A passage that a text refers to (spec §6.5). */
export interface Citation {
  id: string;
  file_id: string | null;
  response_id: string | null;
  segment_id: string | null;
  start_seconds: number | null;
  end_seconds: number | null;
  speaker: string | null;
  quote: string;
  /** Whether the transcript contains exactly these words in `transcript_revision`. */
  verified: boolean;
  transcript_revision: number | null;
  /** Whether the source was deleted later. The quote remains (spec §4.5). */
  source_deleted: boolean;
  /** For the attribution, even after the file is deleted; not in API responses. */
  file_name: string | null;
  page: number | null;
  /** A person kept the words although this revision of the transcript has others; not in API responses. */
  kept_revision?: number;
}

/** Speaker label of documents without speakers. */
const documentSpeaker = 'Document';

/** Speaker, file and time: `Mina, Talk 1, 5:12`. */
export function attributionOf({ speaker, file_name, page, start_seconds }: Citation): string {
  const moment = page !== null ? `p. ${page}` : start_seconds !== null ? formatMoment(start_seconds) : null;
  return [speaker === documentSpeaker ? null : speaker, file_name, moment].filter((part) => part).join(', ');
}

/** The ids of the citations in a text, in order of first appearance. */
export function citationsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<!\\)\[(cit_\d{1,6})\]/g)].map((match) => match[1] as string))];
}
