/** What a report is made from: a transcript as it was when it was read. */
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
  /** Its place in the whole transcript: two that follow each other here may be far apart there. */
  place: number;
  speaker: string;
  role: string | null;
  start_seconds: number;
  end_seconds: number;
  text: string;
  page: number | null;
}

/** A transcript as the database gives it: parsing 50,000 segments takes long enough to leave it to a thread. */
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

/** A requested source that did not go into the report; nothing is omitted silently (spec §6.4). */
export interface Skipped {
  file_id: string;
  reason: (typeof skipReasons)[number];
}

export interface Material {
  sources: Source[];
  skipped: Skipped[];
}

/** What a report says before its quotations are looked up: Markdown with `[cit_n]` at each, and where each claims to stand. */
export interface Draft {
  title: string;
  summary: string;
  body: string;
  claims: Record<string, string[]>;
}
