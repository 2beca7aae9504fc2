import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPooling, withOutput } from './pooling.ts';
import { dimensions } from './vectors.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pooling-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const encode = (values: number[]) => Buffer.from(new Float32Array(values).buffer).toString('base64');
const token = (first: number, second: number) =>
  Float32Array.from({ length: dimensions }, (_, d) => (d === 0 ? first : d === 1 ? second : 0));

/** A network with two units, which copy the first two numbers of a token, and the given queries. */
async function open(queries: number[]) {
  const weights = Array.from({ length: dimensions * 2 }, (_, i) => (i === 0 || i === 3 ? 1 : 0));
  const file = path.join(folder, 'pooling.json');
  const member = { weights: encode(weights), bias: encode([0, 0]), queries: encode(queries) };
  await writeFile(file, JSON.stringify({ layer: 'some layer', members: [member, member] }));
  return readPooling(file);
}

test('a query that fits all tokens equally takes their mean', async () => {
  const { layer, pool } = await open([0, 0]);
  expect(layer).toBe('some layer');
  const vector = pool(Float32Array.from([...token(10, 0), ...token(0, 20)]));
  expect([...vector]).toEqual([5, 10, 5, 10]);
});

test('a query takes the token that fits it, and each query has its part of the vector', async () => {
  const { pool } = await open([9, 0, 0, 9]);
  const vector = pool(Float32Array.from([...token(10, 0), ...token(0, 20)]));
  expect([...vector.slice(0, 4)]).toEqual([10, 0, 0, 20].map((value) => expect.closeTo(value, 5)));
});

test('an output is appended to the model as a second graph', () => {
  const model = withOutput(Buffer.from('model'), 'ab');
  const output = [0x0a, 2, 97, 98, 0x12, 4, 0x0a, 2, 8, 1];
  expect([...model.subarray(5)]).toEqual([0x3a, 12, 0x62, 10, ...output]);
});
