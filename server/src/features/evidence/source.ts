/** What a text is written from: a transcript at the revision that was read, or the written answers of a response. */
export interface Source {
  kind: 'file' | 'response';
  /** The id of the file or of the response. */
  id: string;
  name: string;
  /** Null for a response. */
  revision: number | null;
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

/** A source as the database returns it. Parsing 50,000 segments would block the event loop, so a thread does it. */
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

/** A requested file or response that was not read, or not completely (spec §6.4: nothing is omitted silently). */
export type Skipped = ({ file_id: string } | { response_id: string }) & {
  reason: (typeof skipReasons)[number];
};

export interface SourceMaterial {
  sources: Source[];
  skipped: Skipped[];
}

/** Which responses of a project are read. */
export interface ResponseFilter {
  project_id: string;
  /** `all` are those that participants completed in writing; an interview is read as its transcript. */
  response_ids: string[] | 'all';
  /** Only responses with one of these tags. */
  tag_ids?: string[];
}

/** A file or response that may be read. */
export interface Candidate {
  kind: Source['kind'];
  id: string;
  name: string;
  transcribed: boolean;
  readable: boolean;
}
