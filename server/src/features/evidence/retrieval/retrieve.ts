import { createReader } from '../../../platform/ai/text-analysis/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Source, SourceSegment } from '../source.ts';
import { type QuestionTerm, questionTerms } from './question.ts';
import type { SemanticIndex } from './semantic-index.ts';
import { foldName, namedIn, readSpeakers, type Speakers } from './speakers.ts';
import {
  findLexical,
  type LexicalRow,
  listSpeakers,
  type RecordRow,
  readRecords,
  readWithNeighbours,
  type Scope,
  type SegmentRow,
  sampleSegments,
} from './store.ts';
import { listWriters, readWrittenAnswers } from './written-answers.ts';

/** Words of a participant or a document that may answer a question. */
export interface RetrievedPassage {
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
  /** Cosine of the embeddings of question and segment; 0 without embeddings. */
  similarity: number;
  /** The same for the interviewer's question. */
  askedSimilarity: number;
  /** The cosine of the topic words of the question and the segment. */
  topicSimilarity: number;
  /** The largest cosine of the question and a sentence of the segment; 0 for all but the best passages. */
  sentenceSimilarity: number;
  /** Terms of the question that the segment contains. */
  terms: number[];
  /** How well the passage fits the question, by words and by meaning. */
  score: number;
}

export interface WeighedTerm extends QuestionTerm {
  documents: number;
  /** Rare words have a higher weight than frequent ones; a word that no segment contains has the highest. */
  rarity: number;
  /** The rarity, but less for a word that fits a question about any topic. */
  weight: number;
}

export interface Retrieval {
  terms: WeighedTerm[];
  passages: RetrievedPassage[];
  /** Notes, cards and reports that contain topic words, the best first. */
  records: (RecordRow & { coverage: number })[];
  /** The transcripts and responses that the passages are part of, with neighbouring segments only. */
  sources: Source[];
  speakers: Speakers;
  /** Participants whom the question names. */
  named: string[];
  /** The embeddings of the passages by segment; empty without an embedding model. */
  vectors: Map<string, Float32Array>;
}

export interface RetrievalRequest extends Scope {
  question: string;
  language: string | null;
  speakers: Speakers;
  semantic?: SemanticIndex | undefined;
  limit?: number;
}

/** Hits whose neighbours are read. Each has up to six. */
const hitsMax = 60;
const semanticMax = 60;
const recordsMax = 5;
/** Of reciprocal rank fusion: how slowly the weight of a rank falls. The usual value. */
const rankOffset = 60;
/** Passages whose sentences are compared with the question, and sentences of each. Bounds the time of an answer. */
const comparedMax = { passages: 10, sentences: 6 };
const comparedCharactersMax = 2_000;
/** The weight of a word that fits any topic, compared with a word of the topic. */
const generalWeight = 0.25;
/** The interviewer's question counts less than the words of the answer. */
const askedWeight = 0.7;

/** Finds the passages of a project that are closest to a question, by its words and by its meaning. */
export async function retrievePassages(db: Db, request: RetrievalRequest): Promise<Retrieval> {
  const { question, language, semantic, speakers } = request;
  const named = namedIn(question, speakers.participants);
  const terms = topicsOf(question, language, named);
  const [rows, nearest] = await Promise.all([
    findLexical(db, request, terms),
    semantic ? semantic.nearest(semanticMax) : [],
  ]);
  const segmentHits = rows.filter(({ type }) => type === 'segment');
  const written = await readWrittenAnswers(db, request, terms, responsesByWords(rows));
  const termsOf = new Map([
    ...segmentHits.map(({ id, terms: found }) => [id, found] as const),
    ...written.termsOf,
  ]);
  const containing = [...segmentHits.map(({ id }) => id), ...written.answerIds];
  const weighted = weighTerms(
    terms,
    containing.map((id) => termsOf.get(id) ?? []),
    speakers.segmentCount,
  );
  const coverageOf = createCoverage(weighted.map(({ rarity }) => rarity));
  const topicCoverageOf = createCoverage(weighted.map(({ weight }) => weight));
  const byWords = segmentHits
    .map((row) => ({ id: row.id, coverage: coverageOf(row.terms) }))
    .sort((a, b) => b.coverage - a.coverage || (a.id < b.id ? -1 : 1));
  const hits = fuse([byWords.map(({ id }) => id), nearest.map(({ segment_id }) => segment_id)]).slice(
    0,
    hitsMax,
  );
  const read = [...(await readWithNeighbours(db, hits)), ...written.rows];
  const sources = toSources(read, speakers);
  const candidates = toCandidates(read, sources, speakers, termsOf, { coverageOf, topicCoverageOf });
  const vectors = await readVectors(semantic, candidates);
  const ranked = rank(candidates, semantic, vectors).slice(0, request.limit ?? hitsMax);
  const passages = await compareSentences(ranked, semantic, language);
  const records = await findRecords(db, rows, coverageOf);
  return { terms: weighted, passages, records, sources, speakers, named, vectors };
}

/** Responses whose answers contain words of the question, those with the most words first. */
const responsesByWords = (rows: LexicalRow[]): string[] =>
  rows
    .filter(({ type }) => type === 'response')
    .sort((a, b) => b.terms.length - a.terms.length || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);

/** Reads who speaks in the transcripts and who wrote answers. */
export const readMaterialSpeakers = async (db: Db, scope: Scope): Promise<Speakers> =>
  readSpeakers([...(await listSpeakers(db, scope)), ...(await listWriters(db, scope))]);

/** The topic words of a question. The names of participants say whose words are meant, not which. */
export function topicsOf(question: string, language: string | null, named: string[]): QuestionTerm[] {
  const names = new Set(named.flatMap((name) => foldName(name).split(/[\s()]+/)));
  return questionTerms(question, language).filter(
    ({ surface }) => !names.has(foldName(surface).replace(/['’]s?$/, '')),
  );
}

/** Passages for a question about the material as a whole: the longest turns and written answers of participants. */
export async function sampleMaterial(
  db: Db,
  request: Scope & { question: string; speakers: Speakers; semantic?: SemanticIndex | undefined },
  limit: number,
): Promise<Retrieval> {
  const { question, speakers, semantic } = request;
  const ids = await sampleSegments(db, request, { perSpeaker: 12, all: limit });
  const written = await readWrittenAnswers(db, request, [], []);
  const read = [...(await readWithNeighbours(db, ids)), ...written.rows];
  const sources = toSources(read, speakers);
  const wanted = new Set([...ids, ...written.answerIds]);
  const passages = toCandidates(read, sources, speakers, new Map(), noCoverage)
    .filter(({ segment }) => wanted.has(segment.id))
    .map((candidate) => ({ ...candidate, ...withoutSimilarity, score: 0 }));
  const named = namedIn(question, speakers.participants);
  const vectors = await readVectors(semantic, passages);
  return { terms: [], passages, records: [], sources, speakers, named, vectors };
}

function weighTerms(terms: QuestionTerm[], hits: number[][], segmentCount: number): WeighedTerm[] {
  const counts = terms.map(() => 0);
  for (const found of hits) for (const at of found) counts[at] = (counts[at] ?? 0) + 1;
  return terms.map((term, at) => {
    const documents = counts[at] ?? 0;
    const rarity = Math.log(1 + (Math.max(segmentCount, documents) - documents + 0.5) / (documents + 0.5));
    return { ...term, documents, rarity, weight: term.isGeneral ? generalWeight * rarity : rarity };
  });
}

type Coverage = (found: Iterable<number>) => number;
const noCoverage = { coverageOf: () => 0, topicCoverageOf: () => 0 };

function createCoverage(weights: number[]): Coverage {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return (found) => {
    let sum = 0;
    for (const at of found) sum += weights[at] ?? 0;
    return all === 0 ? 0 : sum / all;
  };
}

/** Reciprocal rank fusion of lists that are ordered by different measures. */
function fuse(lists: string[][]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    list.forEach((id, rank) => {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (rankOffset + rank));
    });
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([id]) => id);
}

function toSources(rows: SegmentRow[], speakers: Speakers): Source[] {
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

const withoutSimilarity = { similarity: 0, askedSimilarity: 0, topicSimilarity: 0, sentenceSimilarity: 0 };
type Candidate = Omit<RetrievedPassage, keyof typeof withoutSimilarity | 'score'>;

/** How many segments an answer may be away from the interviewer's question. */
const answerDistanceMax = 3;

/** The segments of participants, each with the question that the interviewer asked before. */
function toCandidates(
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

function uniqueSegments(candidates: Candidate[]): { id: string; text: string }[] {
  const all = candidates.flatMap(({ segment, asked }) => (asked ? [segment, asked] : [segment]));
  return [...new Map(all.map(({ id, text }) => [id, { id, text }])).values()];
}

/** Everyone answers the same questions of a test: each text is embedded once. */
async function readVectors(
  semantic: SemanticIndex | undefined,
  candidates: Candidate[],
): Promise<Map<string, Float32Array>> {
  if (!semantic) return new Map();
  const segments = uniqueSegments(candidates);
  const byText = new Map(segments.map((segment) => [segment.text, segment]));
  const vectors = await semantic.vectors([...byText.values()]);
  return new Map(
    segments.flatMap(({ id, text }) => {
      const vector = vectors.get(byText.get(text)?.id ?? id);
      return vector ? [[id, vector] as const] : [];
    }),
  );
}

/** Fitted to the questions of bench/quality, without the held-out part. */
const weights = { similarity: 1, askedSimilarity: 0.6, topicSimilarity: 0.5, coverage: 0.3 };

function rank(
  candidates: Candidate[],
  semantic: SemanticIndex | undefined,
  vectors: Map<string, Float32Array>,
): RetrievedPassage[] {
  const compare = (segment: SourceSegment | undefined) =>
    (segment && semantic?.similarity(vectors.get(segment.id))) ?? { question: 0, topic: 0 };
  return candidates
    .map((candidate) => {
      const { question: similarity, topic: topicSimilarity } = compare(candidate.segment);
      const askedSimilarity = compare(candidate.asked).question;
      const score = semantic
        ? weights.similarity * similarity +
          weights.askedSimilarity * askedSimilarity +
          weights.topicSimilarity * topicSimilarity +
          weights.coverage * candidate.coverageInContext
        : candidate.coverageInContext;
      return { ...candidate, similarity, askedSimilarity, topicSimilarity, sentenceSimilarity: 0, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.segment.ordinal - b.segment.ordinal);
}

/** One sentence of a long turn can answer a question although the turn as a whole is about something else. */
async function compareSentences(
  passages: RetrievedPassage[],
  semantic: SemanticIndex | undefined,
  language: string | null,
): Promise<RetrievedPassage[]> {
  if (!semantic) return passages;
  const reader = createReader(language);
  const sentences = passages.slice(0, comparedMax.passages).map(({ segment }) =>
    reader
      .sentences(segment.text.slice(0, comparedCharactersMax))
      .slice(0, comparedMax.sentences)
      .map(({ text }) => text),
  );
  const similarities = await semantic.compareTexts(sentences.flat());
  return passages.map((passage, at) => {
    const own = similarities.splice(0, sentences[at]?.length ?? 0);
    return own.length > 0 ? { ...passage, sentenceSimilarity: Math.max(...own) } : passage;
  });
}

async function findRecords(db: Db, rows: LexicalRow[], coverageOf: Coverage) {
  const best = rows
    .filter(({ type }) => type !== 'segment' && type !== 'response')
    .map(({ id, terms }) => ({ id, coverage: coverageOf(terms) }))
    .sort((a, b) => b.coverage - a.coverage || (a.id < b.id ? -1 : 1))
    .slice(0, recordsMax);
  const read = new Map(
    (
      await readRecords(
        db,
        best.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return best.flatMap(({ id, coverage }) => {
    const record = read.get(id);
    return record ? [{ ...record, coverage }] : [];
  });
}
