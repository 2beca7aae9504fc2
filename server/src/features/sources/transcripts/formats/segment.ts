/** The part of a segment that every format carries (specification §2.2). */
export interface PlainSegment {
  speaker: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
  page?: number | null;
}
