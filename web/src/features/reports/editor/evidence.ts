import type { QueryClient } from '@tanstack/react-query';
import type { Clip } from '../../../data/clips.ts';
import { transcriptQuery } from '../../../data/transcript.ts';
import type { Schemas } from '../../../lib/api.ts';
import { formatTimecode } from '../../../lib/format.ts';
import type { Moment } from '../../moments/index.ts';

/** Something to insert into a report. */
export interface Evidence {
  id: string;
  title: string;
  moment: Moment | null;
  insert:
    | { type: 'quotation'; quote: string; endSegmentId: string | null; isPart?: boolean }
    | { type: 'embed'; kind: 'clip' | 'card'; ref: string };
}

/** Something that the server can verify: the words, and the segments that contain them. */
export interface Passage {
  quote: string;
  segmentIds: string[];
  moment: Moment;
}

/** Reads what the transcript has now. Undefined if the passage is no longer there. */
export async function readPassage(
  queryClient: QueryClient,
  { moment, insert }: Evidence,
): Promise<Passage | undefined> {
  if (insert.type !== 'quotation' || !moment?.file_id || !moment.segment_id) return undefined;
  const { segments } = await queryClient.fetchQuery(transcriptQuery(moment.file_id));
  const from = segments.findIndex(({ id }) => id === moment.segment_id);
  const to = insert.endSegmentId ? segments.findIndex(({ id }) => id === insert.endSegmentId) : from;
  const [first, last] = [segments[from], segments[to]];
  if (!first || !last || to < from) return undefined;
  return {
    // A search shows a part of the segment that it found.
    quote: insert.isPart ? first.text : insert.quote,
    segmentIds: segments.slice(from, to + 1).map(({ id }) => id),
    moment: {
      ...moment,
      start_seconds: moment.start_seconds ?? first.start_seconds,
      end_seconds: last.end_seconds,
    },
  };
}

/** "Mina, Interview 3, 5:12", as the server writes it when the report is saved. */
export const attributionOf = ({ person, file_name, start_seconds }: Moment): string =>
  [person, file_name, start_seconds === null ? null : formatTimecode(start_seconds)]
    .filter((part) => part)
    .join(', ');

export const evidenceOfClip = (clip: Clip): Evidence => ({
  id: clip.id,
  title: clip.name,
  moment: {
    id: `clip/${clip.id}`,
    project_id: clip.project_id,
    file_id: clip.file_id,
    response_id: null,
    segment_id: null,
    start_seconds: clip.start_seconds,
    end_seconds: clip.end_seconds,
    quote: clip.transcript_text,
    person: clip.speaker,
    file_name: null,
    has_recording: true,
    source_deleted: false,
  },
  insert: { type: 'embed', kind: 'clip', ref: clip.id },
});

export const evidenceOfCard = (card: Schemas['Card']): Evidence => ({
  id: card.id,
  title: card.title,
  moment: null,
  insert: { type: 'embed', kind: 'card', ref: card.id },
});
