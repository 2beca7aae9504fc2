import { createContext, useContext } from 'react';
import type { Segment, Transcript } from '../../data/transcript.ts';
import type { SegmentList } from './model/selection.ts';
import type { TimedWord } from './model/word-times.ts';
import type { Playback } from './playback.ts';

/** What happened in the transcript, for the page around it. */
export type TranscriptAction =
  | { type: 'page-opened'; page: number }
  /** The person wants to read or write comments about a passage. */
  | { type: 'comments-opened'; segmentId: string }
  | { type: 'highlight-commented'; taggingId: string }
  /** `tagId` is undefined if the tag is new. */
  | { type: 'highlight-created'; tagId: string | undefined }
  | { type: 'clip-created' | 'note-created' | 'card-created'; id: string };

/** The transcript that is shown, for its parts. */
export interface TranscriptContext {
  projectId: string;
  fileId: string;
  fileName: string;
  transcript: Transcript;
  list: SegmentList<Segment>;
  playback: Playback;
  /** Whether there is a recording to play and to cut. */
  hasRecording: boolean;
  /** Whether the user may change the text and the highlights. */
  editable: boolean;
  /** Times of the words of a segment, if known. */
  wordsOf(segmentId: string): readonly TimedWord[] | undefined;
  onAction(action: TranscriptAction): void;
}

const Context = createContext<TranscriptContext | null>(null);
export const TranscriptProvider = Context.Provider;

export function useTranscript(): TranscriptContext {
  const value = useContext(Context);
  if (!value) throw new Error('This component is part of a transcript.');
  return value;
}
