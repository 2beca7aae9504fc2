/** A transcript at the revision that was read. */
export interface Source {
  file_id: string;
  name: string;
  revision: number;
  language: string | null;
  time_basis: 'media' | 'estimated';
  segments: SourceSegment[];
}

export interface SourceSegment {
  id: string;
  /** Its position in the whole transcript. `segments` may be filtered, so consecutive entries may not be adjacent. */
  ordinal: number;
  speaker: string;
  role: string | null;
  start_seconds: number;
  end_seconds: number;
  text: string;
  page: number | null;
}

/** A transcript as the database returns it. Parsing 50,000 segments would block the event loop, so a thread does it. */
export interface StoredSource extends Omit<Source, 'segments'> {
  speakers: { id: string; label: string; role: string | null }[];
  segments_json: string;
}

export function toSource({ speakers, segments_json, ...rest }: StoredSource): Source {
  const segments: (Omit<SourceSegment, 'speaker' | 'role'> & { speaker_id: string })[] =
    JSON.parse(segments_json);
  const byId = new Map(speakers.map((speaker) => [speaker.id, speaker]));
  return {
    ...rest,
    segments: segments.map(({ speaker_id, ...segment }) => ({
      ...segment,
      speaker: byId.get(speaker_id)?.label ?? speaker_id,
      role: byId.get(speaker_id)?.role ?? null,
    })),
  };
}

export const skipReasons = ['no_transcript', 'no_tagged_passage', 'too_long', 'partly_read'] as const;

/** A requested file that was not read, or not completely (spec §6.4: nothing is omitted silently). */
export interface Skipped {
  file_id: string;
  reason: (typeof skipReasons)[number];
}

export interface SourceMaterial {
  sources: Source[];
  skipped: Skipped[];
}
