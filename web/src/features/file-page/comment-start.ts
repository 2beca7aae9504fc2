/** The part of a file that a person wants to comment on. */
export type CommentStart =
  | { kind: 'highlight'; taggingId: string }
  | { kind: 'segment'; segmentId: string }
  | { kind: 'time'; seconds: number };
