/** The fields of a segment that every format contains (spec §4.6). */
export interface PlainSegment {
  speaker: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
  page?: number | null;
}
