import { createReader } from '../../../platform/ai/text-analysis/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Source } from '../source.ts';
import { type Candidate, toCandidates, toSources } from './candidates.ts';
import { fuse } from './fuse.ts';
import { type QuestionTerm, questionTerms } from './question.ts';
import { type RetrievedPassage, rank, withoutSimilarity } from './rank.ts';
import type { SemanticIndex } from './semantic-index.ts';
import { foldName, namedIn, readSpeakers, type Speakers } from './speakers.ts';
import {
  findInScope,
  findLexical,
  isSelective,
  type LexicalRow,
  listSpeakers,
  type MaterialScope,
  type Places,
  type RecordRow,
  readRecords,
  readWithNeighbours,
  type SegmentRow,
  sampleSegments,
  writtenIn,
} from './store.ts';
import { type Coverage, createCoverage, noCoverage, type WeighedTerm, weighTerms } from './weigh-terms.ts';
import { readWrittenAnswers } from './written-answers.ts';

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

export interface RetrievalRequest extends MaterialScope {
  question: string;
  language: string | null;
  speakers: Speakers;
  semantic?: SemanticIndex | undefined;
  limit?: number;
}

/** Hits whose neighbours are read. Each has up to six. */
const hitsMax = 60;
const semanticMax = 60;
/** Passages that are compared with a scope of tags or people, which leaves out most of them. */
const semanticInScopeMax = 1_000;
const recordsMax = 5;
/** Passages whose sentences are compared with the question, and sentences of each. Bounds the time of an answer. */
const comparedMax = { passages: 10, sentences: 6 };
const comparedCharactersMax = 2_000;
/** Finds the passages of a project that are closest to a question, by its words and by its meaning. */
export async function retrievePassages(db: Db, request: RetrievalRequest): Promise<Retrieval> {
  const { question, language, semantic, speakers } = request;
  const named = namedIn(question, speakers.participants);
  const terms = topicsOf(question, language, named);
  const places = placesIn(request);
  const [rows, found] = await Promise.all([
    findLexical(db, request, terms),
    semantic ? semantic.nearest(isSelective(request) ? semanticInScopeMax : semanticMax) : [],
  ]);
  const inScope = await findInScope(db, request, places, [
    ...rows.filter(({ type }) => type === 'segment').map(({ id }) => id),
    ...found.map(({ segment_id }) => segment_id),
  ]);
  const nearest = found.filter(({ segment_id }) => inScope.has(segment_id)).slice(0, semanticMax);
  const segmentHits = rows.filter(({ type, id }) => type === 'segment' && inScope.has(id));
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
  const read = [...(await readInScope(db, request, places, hits)), ...written.rows];
  const sources = toSources(read, speakers);
  const candidates = toCandidates(read, sources, speakers, termsOf, { coverageOf, topicCoverageOf });
  const vectors = await readVectors(semantic, candidates);
  const ranked = rank(candidates, semantic, vectors).slice(0, request.limit ?? hitsMax);
  const passages = await compareSentences(ranked, semantic, language);
  const records = request.test_ids || isSelective(request) ? [] : await findRecords(db, rows, coverageOf);
  return { terms: weighted, passages, records, sources, speakers, named, vectors };
}

const placesIn = ({ people, speakers }: Pick<RetrievalRequest, 'people' | 'speakers'>): Places | undefined =>
  people && speakers.placesOf(people);

/** Segments with their neighbours. Of those outside the scope only the questions of interviewers, which are never quoted. */
async function readInScope(
  db: Db,
  request: Pick<RetrievalRequest, 'speakers'> & MaterialScope,
  places: Places | undefined,
  segmentIds: string[],
): Promise<SegmentRow[]> {
  const rows = await readWithNeighbours(db, segmentIds);
  const inScope = await findInScope(
    db,
    request,
    places,
    rows.map(({ id }) => id),
  );
  const { participantOf } = request.speakers;
  return rows.filter(
    ({ id, file_id, speaker_id }) => inScope.has(id) || participantOf(file_id, speaker_id) === undefined,
  );
}

/** Responses whose answers contain words of the question, those with the most words first. */
const responsesByWords = (rows: LexicalRow[]): string[] =>
  rows
    .filter(({ type }) => type === 'response')
    .sort((a, b) => b.terms.length - a.terms.length || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);

/** Reads who speaks in the transcripts and who wrote answers. */
export async function readMaterialSpeakers(db: Db, scope: MaterialScope): Promise<Speakers> {
  const spoken = await listSpeakers(db, scope);
  const filter = writtenIn(scope);
  const written = filter ? await scope.responses.listWriters(db, filter) : [];
  const speakers = readSpeakers([...spoken, ...written]);
  const { people } = scope;
  return people
    ? { ...speakers, participants: speakers.participants.filter((name) => people.includes(name)) }
    : speakers;
}

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
  request: MaterialScope & { question: string; speakers: Speakers; semantic?: SemanticIndex | undefined },
  limit: number,
): Promise<Retrieval> {
  const { question, speakers, semantic } = request;
  const places = placesIn(request);
  const ids = await sampleSegments(db, request, places, { perSpeaker: 12, all: limit });
  const written = await readWrittenAnswers(db, request, [], []);
  const read = [...(await readInScope(db, request, places, ids)), ...written.rows];
  const sources = toSources(read, speakers);
  const wanted = new Set([...ids, ...written.answerIds]);
  const passages = toCandidates(read, sources, speakers, new Map(), noCoverage)
    .filter(({ segment }) => wanted.has(segment.id))
    .map((candidate) => ({ ...candidate, ...withoutSimilarity, score: 0 }));
  const named = namedIn(question, speakers.participants);
  const vectors = await readVectors(semantic, passages);
  return { terms: [], passages, records: [], sources, speakers, named, vectors };
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
