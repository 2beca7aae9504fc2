import { describe, expect, it } from 'vitest';
import type { SpeakerRow } from '../response-material.ts';
import { toCandidates, toSources } from './candidates.ts';
import { rank } from './rank.ts';
import type { SemanticIndex } from './semantic-index.ts';
import { readSpeakers } from './speakers.ts';
import type { SegmentRow } from './store.ts';
import { createCoverage } from './weigh-terms.ts';

const speakerRows = ['fil_1', 'fil_2'].flatMap((file_id) =>
  ['Interviewer', 'Ben'].map(
    (label): SpeakerRow => ({
      kind: 'file',
      file_id,
      file_name: `Talk ${file_id}`,
      speaker_id: label,
      label,
      role: null,
      turns: 20,
      prompts: 0,
    }),
  ),
);
const speakers = readSpeakers(speakerRows);

const row = (ordinal: number, speaker_id: string, text: string, file_id = 'fil_1'): SegmentRow => ({
  kind: 'file',
  id: `seg_${file_id}_${ordinal}`,
  file_id,
  ordinal,
  speaker_id,
  start_seconds: ordinal * 10,
  end_seconds: ordinal * 10 + 10,
  text,
  page: null,
  revision: 1,
  language: 'en',
  time_basis: 'media',
});
const rows = [
  row(1, 'Interviewer', 'Do you get invoices?'),
  row(2, 'Ben', 'Yes, each month.'),
  row(3, 'Ben', 'The invoices come late.'),
  row(5, 'Ben', 'We use a spreadsheet.'),
  row(1, 'Ben', 'Refunds and invoices are slow.', 'fil_2'),
];
/** 0 is “invoices”, 1 is “refunds”. */
const termsOf = new Map([
  ['seg_fil_1_1', [0]],
  ['seg_fil_1_3', [0]],
  ['seg_fil_2_1', [0, 1]],
]);
const coverageOf = createCoverage([1, 3]);
const candidates = () =>
  toCandidates(rows, toSources(rows, speakers), speakers, termsOf, {
    coverageOf,
    topicCoverageOf: coverageOf,
  });

describe('the candidates of a question', () => {
  it('takes the turns of participants with what the interviewer asked before', () => {
    expect(candidates().map(({ segment, asked }) => [segment.id, asked?.id])).toEqual([
      ['seg_fil_1_2', 'seg_fil_1_1'],
      ['seg_fil_1_3', 'seg_fil_1_1'],
      // Four segments later, it is no longer an answer to that question.
      ['seg_fil_1_5', undefined],
      // A question of another file is not the question of this one.
      ['seg_fil_2_1', undefined],
    ]);
  });

  it('weighs the words of a turn more than those of the question before it', () => {
    const covered = candidates().map(({ coverage, coverageInContext }) => [coverage, coverageInContext]);
    expect(covered).toEqual([
      [0, 0.7 * 0.25],
      [0.25, 0.25],
      [0, 0],
      [1, 1],
    ]);
  });

  it('groups the segments that were read by their source', () => {
    expect(toSources(rows, speakers)).toMatchObject([
      {
        id: 'fil_1',
        name: 'Talk fil_1',
        segments: [{ ordinal: 1 }, { ordinal: 2 }, { ordinal: 3 }, { ordinal: 5 }],
      },
      { id: 'fil_2', name: 'Talk fil_2', segments: [{ speaker: 'Ben', role: null }] },
    ]);
  });
});

describe('the order of the passages', () => {
  const idsOf = (passages: ReturnType<typeof rank>) => passages.map(({ segment }) => segment.id);

  it('orders passages by their words without an embedding model, and leaves out what shares no word', () => {
    const ranked = rank(candidates(), undefined, new Map());
    expect(idsOf(ranked)).toEqual(['seg_fil_2_1', 'seg_fil_1_3', 'seg_fil_1_2']);
    expect(ranked.map(({ score }) => score)).toEqual([1, 0.25, 0.7 * 0.25]);
  });

  it('orders passages by meaning, the question before them and words together', () => {
    const cosines: Record<number, { question: number; topic: number }> = {
      1: { question: 0.5, topic: 0 },
      2: { question: 0.8, topic: 0.4 },
      3: { question: 0.1, topic: 0.1 },
    };
    const semantic: SemanticIndex = {
      nearest: async () => [],
      vectors: async () => new Map(),
      similarity: (vector) => cosines[vector?.[0] ?? 0] ?? { question: 0, topic: 0 },
      compareTexts: async () => [],
    };
    const vectors = new Map([
      ['seg_fil_1_1', Float32Array.of(1)],
      ['seg_fil_1_2', Float32Array.of(2)],
      ['seg_fil_1_3', Float32Array.of(3)],
    ]);
    const ranked = rank(candidates(), semantic, vectors);
    expect(idsOf(ranked)).toEqual(['seg_fil_1_2', 'seg_fil_1_3', 'seg_fil_2_1']);
    expect(ranked[0]?.score).toBeCloseTo(0.8 + 0.6 * 0.5 + 0.5 * 0.4 + 0.3 * 0.7 * 0.25, 10);
    expect(ranked[2]?.score).toBeCloseTo(0.3, 10);
  });

  it('orders passages with equal scores as in the transcript', () => {
    const equal = candidates().map((candidate) => ({ ...candidate, coverageInContext: 0.5 }));
    expect(rank(equal.toReversed(), undefined, new Map()).map(({ segment }) => segment.ordinal)).toEqual([
      1, 2, 3, 5,
    ]);
  });
});
