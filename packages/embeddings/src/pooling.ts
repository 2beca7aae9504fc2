import { readFile } from 'node:fs/promises';
import { dimensions } from './vectors.ts';

/** Makes the vector of a text from the vectors of its tokens, in place of their mean. */
export interface Pooling {
  /** The name of the layer whose token vectors are read. */
  layer: string;
  pool(tokens: Float32Array): Float32Array;
}

interface PoolingFile {
  layer: string;
  members: Record<'weights' | 'bias' | 'queries', string>[];
}

/** One of several small networks. Each makes an equal part of the vector. */
interface Member {
  /** For each dimension of a token, one weight for each unit. */
  weights: Float32Array;
  bias: Float32Array;
  /** For each unit, one number for each query. */
  queries: Float32Array;
}

/** Reads a pooling: JSON with 32-bit numbers in base64. */
export async function readPooling(file: string): Promise<Pooling> {
  const { layer, members } = JSON.parse(await readFile(file, 'utf8')) as PoolingFile;
  const decoded = members.map(({ weights, bias, queries }) => ({
    weights: decode(weights),
    bias: decode(bias),
    queries: decode(queries),
  }));
  return {
    layer,
    pool: (tokens) => {
      const parts = decoded.map((member) => poolWith(member, tokens));
      const vector = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of parts) {
        vector.set(part, at);
        at += part.length;
      }
      return vector;
    },
  };
}

function decode(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

/**
 * Each token becomes some units, and each query takes a weighted mean of the units of all tokens: a token counts more, the
 * better it fits the query.
 */
function poolWith({ weights, bias, queries }: Member, tokens: Float32Array): Float32Array {
  const count = tokens.length / dimensions;
  const size = bias.length;
  const asked = queries.length / size;
  const units = new Float32Array(count * size);
  const fits = new Float32Array(count * asked);
  for (let token = 0; token < count; token++) {
    const own = units.subarray(token * size, (token + 1) * size);
    own.set(bias);
    for (let d = 0; d < dimensions; d++) {
      const value = tokens[token * dimensions + d] ?? 0;
      for (let unit = 0; unit < size; unit++)
        own[unit] = (own[unit] ?? 0) + value * (weights[d * size + unit] ?? 0);
    }
    for (let unit = 0; unit < size; unit++) {
      own[unit] = gelu(own[unit] ?? 0);
      for (let query = 0; query < asked; query++)
        fits[token * asked + query] =
          (fits[token * asked + query] ?? 0) + (own[unit] ?? 0) * (queries[unit * asked + query] ?? 0);
    }
  }
  const vector = new Float32Array(asked * size);
  for (let query = 0; query < asked; query++) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let token = 0; token < count; token++) largest = Math.max(largest, fits[token * asked + query] ?? 0);
    let sum = 0;
    for (let token = 0; token < count; token++) {
      const share = Math.exp((fits[token * asked + query] ?? 0) - largest);
      sum += share;
      for (let unit = 0; unit < size; unit++)
        vector[query * size + unit] =
          (vector[query * size + unit] ?? 0) + share * (units[token * size + unit] ?? 0);
    }
    for (let unit = 0; unit < size; unit++)
      vector[query * size + unit] = (vector[query * size + unit] ?? 0) / sum;
  }
  return vector;
}

const gelu = (x: number) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

/**
 * The content of an ONNX file that also returns the given layer. A message that occurs twice in a Protocol Buffers file is
 * merged, so a second graph with nothing but an output is appended.
 */
export function withOutput(model: Buffer, layer: string): Uint8Array {
  const floatTensor = Buffer.from([0x12, 0x04, 0x0a, 0x02, 0x08, 0x01]);
  const value = Buffer.concat([field(0x0a, Buffer.from(layer)), floatTensor]);
  return Buffer.concat([model, field(0x3a, field(0x62, value))]);
}

function field(tag: number, content: Buffer): Buffer {
  if (content.length > 127) throw new Error('A length above 127 needs more than one byte.');
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}
