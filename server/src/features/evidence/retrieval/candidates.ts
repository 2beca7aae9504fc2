import type { Source, SourceSegment } from '../source.ts';
import type { Speakers } from './speakers.ts';
import type { SegmentRow } from './store.ts';
import type { Coverage } from './weigh-terms.ts';

/** Words of a participant or a document that may answer a question, before they are compared with it by meaning. */
export interface Candidate {
  /** The id of the file or of the response. */
  file_id: string;
  segment: SourceSegment;
  /** The participant, or the name of the document. Unique in the material. */
  speakerName: string;
  isDocument: boolean;
  /** A written answer to a question of a test. */
  isWritten: boolean;
  /** What the interviewer asked before, if it is among the segments directly before; or the question of the test. */
  asked: SourceSegment | undefined;
  /** The share of the question's topic words in the passage, weighted by how rare they are. 0 to 1. */
  coverage: number;
  /** The same, including the words of the interviewer's question. */
  coverageInContext: number;
  /** The same with less weight for words that fit a question about any topic. */
  topicCoverage: number;
  /** Terms of the question that the segment contains. */
  terms: number[];
}

/** The interviewer's question counts less than the words of the answer. */
const askedWeight = 0.7;

/** The transcripts and responses of the rows, each with the segments that were read. */
export function toSources(rows: SegmentRow[], speakers: Speakers): Source[] {
  const byFile = new Map<string, Source>();
  for (const row of rows) {
    const { kind, id, file_id, ordinal, speaker_id, start_seconds, end_seconds, text, page } = row;
    const { revision, language, time_basis } = row;
    const source: Source = byFile.get(file_id) ?? {
      kind,
      id: file_id,
      name: speakers.fileName(file_id),
      revision,
      language,
      time_basis,
      segments: [],
    };
    byFile.set(file_id, source);
    const [speaker, role] = [speakers.labelOf(file_id, speaker_id), speakers.roleOf(file_id, speaker_id)];
    source.segments.push({ id, ordinal, speaker, role, start_seconds, end_seconds, text, page });
  }
  return [...byFile.values()];
}

/** How many segments an answer may be away from the interviewer's question. */
const answerDistanceMax = 3;

/** The segments of participants, each with the question that the interviewer asked before. */
export function toCandidates(
  rows: SegmentRow[],
  sources: Source[],
  speakers: Speakers,
  termsOf: Map<string, number[]>,
  { coverageOf, topicCoverageOf }: { coverageOf: Coverage; topicCoverageOf: Coverage },
): Candidate[] {
  const segments = new Map(sources.flatMap((source) => source.segments.map((one) => [one.id, one] as const)));
  let asked: SourceSegment | undefined;
  let file = '';
  return rows.flatMap(({ kind, id, file_id, speaker_id }) => {
    const segment = segments.get(id) as SourceSegment;
    if (file_id !== file) asked = undefined;
    file = file_id;
    const name = speakers.participantOf(file_id, speaker_id);
    if (name === undefined) {
      asked = segment;
      return [];
    }
    const before = asked && segment.ordinal - asked.ordinal <= answerDistanceMax ? asked : undefined;
    const terms = termsOf.get(id) ?? [];
    const withAsked = new Set([...terms, ...((before && termsOf.get(before.id)) ?? [])]);
    const inContext = (of: Coverage) => of(terms) + askedWeight * (of(withAsked) - of(terms));
    const isDocument = speakers.isDocument(file_id, speaker_id);
    return [
      {
        file_id,
        segment,
        speakerName: isDocument ? speakers.fileName(file_id) : name,
        isDocument,
        isWritten: kind === 'response',
        asked: before,
        terms,
        coverage: coverageOf(terms),
        coverageInContext: inContext(coverageOf),
        topicCoverage: inContext(topicCoverageOf),
      },
    ];
  });
}
