import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startParley, until } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { createEmbeddedEmbedder, type LocalEmbedder } from '../../../platform/ai/embed/index.ts';
import { sql } from '../../../platform/database/index.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createSegmentIndex, nearestSegments, vectorsOf } from './index.ts';
import { decodeVector, encodeVector } from './vector-format.ts';
import { createVectorScanner, toScanQuery } from './vector-scanner.ts';

const scanVectors = createVectorScanner(384);

let embedder: LocalEmbedder;
// Without background work: these tests decide when vectors are computed.
const parley = useParley();
const ada = useAccount(parley);
beforeAll(async () => {
  embedder = await createEmbeddedEmbedder({ modelsDir: undefined }, createLog('fatal'));
});
afterAll(() => embedder.close());

async function newFile(texts: string[], project?: string) {
  const home = project ?? ((await ada.post('/v1/projects', { name: 'Study' })).body.data.id as string);
  const segments = texts.map((text, i) => ({ start_seconds: i, end_seconds: i + 1, text, speaker: 'Mina' }));
  const created = await ada.post(`/v1/projects/${home}/files`, { name: 'Talk', transcript: { segments } });
  const file = created.body.data.id as string;
  const read = (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments;
  return { project: home, file, segments: read as { id: string; text: string; version: number }[] };
}

const similarity = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
const vectorOf = async (text: string) => (await embedder.embed([text]))[0] as Float32Array;
const stored = (file: string) =>
  parley.db.query<{ segment_id: string }>(
    sql`select segment_id from segment_vectors where file_id = ${file}`,
  );

describe('a stored vector', () => {
  test('a stored vector has almost the similarities of the computed one', async () => {
    const texts = ['Delivery is too expensive.', 'How much is shipping?', 'The garden is lovely.', ''];
    const vectors = await embedder.embed(texts);
    for (const a of vectors)
      for (const b of vectors) {
        expect(similarity(decodeVector(encodeVector(a)), b)).toBeCloseTo(similarity(a, b), 2);
        scanVectors(encodeVector(a), toScanQuery(b), (_row, scanned) =>
          expect(scanned).toBeCloseTo(similarity(a, b), 2),
        );
      }
  });

  test('a stored vector can contain only zeros or one dimension', () => {
    for (const vector of [new Float32Array(384), new Float32Array(384).fill(1, 3, 4)]) {
      expect(decodeVector(encodeVector(vector))).toEqual(vector);
      scanVectors(encodeVector(vector), toScanQuery(vector), (_row, scanned) =>
        expect(scanned).toBeCloseTo(similarity(vector, vector), 3),
      );
    }
  });
});

test('the scanner returns the similarity of every vector, in order', () => {
  const random = () => Float32Array.from({ length: 384 }, () => Math.random() - 0.5);
  const vectors = Array.from({ length: 5_000 }, random);
  const query = random();
  const found: [number, number][] = [];
  const bytes = Buffer.concat(vectors.map(encodeVector));
  scanVectors(bytes, toScanQuery(query), (row, scanned) => found.push([row, scanned]));
  expect(found.map(([row]) => row)).toEqual(vectors.map((_, i) => i));
  for (const [row, scanned] of found)
    expect(Math.abs(scanned - similarity(vectors[row] as Float32Array, query))).toBeLessThan(0.15);
  // The largest possible sum.
  const ones = new Float32Array(384).fill(1);
  scanVectors(encodeVector(ones), toScanQuery(ones), (_row, scanned) => expect(scanned).toBeCloseTo(384, 1));
});

describe('vectorsOf', () => {
  test('computes missing vectors once and returns the same ones afterwards', async () => {
    const { file, segments } = await newFile(['One sentence.', 'Another one.']);
    const computed = await vectorsOf(parley.db, embedder, segments);
    expect((await stored(file)).map((row) => row.segment_id).sort()).toEqual(
      segments.map(({ id }) => id).sort(),
    );
    const unused = { ...embedder, embed: () => Promise.reject(new Error('computed again')) };
    expect(await vectorsOf(parley.db, unused, segments)).toEqual(computed);
  });

  test('uses the given text, and stores the vector only if the segment has it', async () => {
    const { file, segments } = await newFile(['The garden is lovely.']);
    const [segment] = segments as [(typeof segments)[number]];
    const older = { ...segment, text: 'Refunds are slow.' };
    const vector = (await vectorsOf(parley.db, embedder, [older])).get(segment.id) as Float32Array;
    expect(similarity(vector, await vectorOf('Refunds are slow.'))).toBeGreaterThan(0.99);
    expect(await stored(file)).toEqual([]);
    const absent = { id: 'seg_00000000000000000000000000', text: 'Deleted.' };
    expect((await vectorsOf(parley.db, embedder, [absent])).size).toBe(1);
    expect((await vectorsOf(parley.db, embedder, [])).size).toBe(0);
  });

  test('stops when it is aborted', async () => {
    const { segments } = await newFile(['One.']);
    await expect(
      vectorsOf(parley.db, embedder, segments, AbortSignal.abort(new Error('canceled'))),
    ).rejects.toThrow('canceled');
  });
});

describe('nearestSegments', () => {
  test('returns the nearest segments of the projects and files, including transcripts without vectors', async () => {
    const texts = ['Delivery is too expensive.', 'The garden is lovely.', 'My name is Mina.'];
    const { project, file, segments } = await newFile(texts);
    const second = await newFile(['Shipping costs a fortune.'], project);
    const other = await newFile(texts);
    const query = { project_ids: [project], vector: await vectorOf('price of shipping'), limit: 2 };
    const found = await nearestSegments(parley.db, embedder, query);
    expect(new Set(found.map(({ segment_id }) => segment_id))).toEqual(
      new Set([segments[0]?.id, second.segments[0]?.id]),
    );
    expect(found[0]?.similarity).toBeGreaterThan(found[1]?.similarity ?? 1);
    const inFile = await nearestSegments(parley.db, embedder, { ...query, file_ids: [file], limit: 10 });
    expect(inFile).toHaveLength(3);
    expect(inFile[0]).toEqual({ segment_id: segments[0]?.id, file_id: file, similarity: expect.any(Number) });
    expect(await nearestSegments(parley.db, embedder, { ...query, project_ids: [] })).toEqual([]);
    expect(await stored(other.file)).toEqual([]);
  });

  test('includes a change that has just been made', async () => {
    const { project, file, segments } = await newFile(['The garden is lovely.']);
    const query = { project_ids: [project], vector: await vectorOf('slow refunds'), limit: 1 };
    const [before] = await nearestSegments(parley.db, embedder, query);
    await ada.patch(`/v1/files/${file}/transcript/segments/${segments[0]?.id}`, {
      text: 'Refunds are slow.',
      expected_version: segments[0]?.version,
    });
    const [after] = await nearestSegments(parley.db, embedder, query);
    expect(after?.similarity).toBeGreaterThan((before?.similarity ?? 1) + 0.4);
  });
});

test('the index finds all segments when its cache has no room', async () => {
  const { project } = await newFile(['Delivery is too expensive.', 'The garden is lovely.']);
  await newFile(['Shipping costs a fortune.'], project);
  const vector = await vectorOf('price of shipping');
  const expected = await nearestSegments(parley.db, embedder, { project_ids: [project], vector, limit: 10 });
  for (const cacheBytes of [0, 1_200, 10_000]) {
    const index = createSegmentIndex({ db: parley.db, embedder }, { cacheBytes });
    const query = { workspaceId: ada.workspace_id, projectIds: sql`${[project]}::text[]`, vector, limit: 10 };
    for (let i = 0; i < 2; i++) {
      const found = await index.nearest({ ...query, minimum: -1 });
      expect(found.map(({ segment_id }) => segment_id)).toEqual(expected.map(({ segment_id }) => segment_id));
    }
    await index.close();
  }
});

test('all segments get vectors although the worker stops in the middle', async () => {
  const texts = Array.from({ length: 400 }, (_, i) => `Participant ${i} talked about the price of delivery.`);
  const { file } = await newFile(texts);
  const first = await startParley({ sameDatabaseAs: parley, work: true });
  await until(async () => (await stored(file)).length > 0, 'the first vectors');
  await first.stop();
  const second = await startParley({ sameDatabaseAs: parley, work: true });
  await until(async () => (await stored(file)).length === texts.length, 'all vectors');
  await second.stop();
});
