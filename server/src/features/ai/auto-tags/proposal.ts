import type { AiProposal, TagToMatch } from '../../coding/taggings/index.ts';

export interface Transcript {
  file_id: string;
  language: string | null;
  segments: SpokenSegment[];
}

export interface SpokenSegment {
  id: string;
  speaker: string;
  /** Questions are not tagged. They tell what an answer is about. */
  isInterviewer: boolean;
  text: string;
}

/** What a job reads, for the embedded method and for a language model. */
export interface AutoTagRequest {
  transcripts: Transcript[];
  /** The tags to apply. */
  tags: TagToMatch[];
  /** All tags of the project, so that no new tag repeats one of them. */
  all_tags: TagToMatch[];
  /** Names of speakers in the project, including interviewers. No tag is named after a person. */
  people: string[];
  max_new_tags: number;
  min_confidence: number;
}

export interface Proposal extends AiProposal {
  /** Files that could be read only in part. */
  skipped: { file_id: string; reason: SkipReason }[];
}

export const skipReasons = [
  'no_transcript',
  'too_long',
  'partly_read',
  'language_not_supported',
  'too_many_passages',
  'transcript_changed',
] as const;
export type SkipReason = (typeof skipReasons)[number];
