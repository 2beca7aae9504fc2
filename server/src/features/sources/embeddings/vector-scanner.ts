import { largestOf, scaleBytes, storedBytes } from './vector-format.ts';

/** A vector to compare with stored ones, as whole numbers, which are multiplied faster than floats. */
export interface ScanQuery {
  values: Int16Array;
  scale: number;
}

/** 384 products of this and 127 do not exceed 32 bits. */
const queryMax = 32_767;

export function toScanQuery(vector: Float32Array): ScanQuery {
  const scale = largestOf(vector) / queryMax || 1;
  return { values: Int16Array.from(vector, (value) => Math.round(value / scale)), scale };
}

/** Calls `found` with the similarity of every stored vector in the bytes. */
export type ScanVectors = (
  bytes: Uint8Array,
  query: ScanQuery,
  found: (row: number, similarity: number) => void,
) => void;

/**
 * The compiled dot-products.wat. WebAssembly multiplies sixteen components with one instruction, which is ten times as fast
 * as JavaScript.
 */
const program = Buffer.from(
  'AGFzbQEAAAABCgFgBn9/f39/fwACEAEEc2NhbgZtZW1vcnkCAAEDAgEABwwBCG11bHRpcGx5AAAKpAEBoQECAn8CewJAA0AgACABTw0B/QwAAAAAAAAAAAAAAAAAAAAAIQkgACEGIAMhBwNAIAb9AAQAIQggCSAI/YcBIAf9AAQA/boBIAj9iAEgB/0ABBD9ugH9rgH9rgEhCSAGQRBqIQYgB0EgaiEHIAcgBEkNAAsgBSAJ/RsAIAn9GwFqIAn9GwIgCf0bA2pqNgIAIAVBBGohBSAAIAJqIQAMAAsLCw==',
  'base64',
);

/** The parts that are used; the types of Node.js do not contain it. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

const rowsAtOnce = 2_048;
const pageBytes = 65_536;

type Multiply = (
  row: number,
  end: number,
  step: number,
  query: number,
  queryEnd: number,
  out: number,
) => void;

/** Dimensions must be a multiple of 16. */
export function createVectorScanner(dimensions: number): ScanVectors {
  const rowBytes = storedBytes(dimensions);
  const queryAt = 0;
  const outAt = queryAt + dimensions * Int16Array.BYTES_PER_ELEMENT;
  const rowsAt = outAt + rowsAtOnce * Int32Array.BYTES_PER_ELEMENT;
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((rowsAt + rowsAtOnce * rowBytes) / pageBytes),
  });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program), { scan: { memory } });
  const multiply = exports.multiply as Multiply;
  const content = new Uint8Array(memory.buffer);
  const scales = new DataView(memory.buffer);
  const products = new Int32Array(memory.buffer, outAt, rowsAtOnce);

  return (bytes, { values, scale }, found) => {
    new Int16Array(memory.buffer, queryAt, dimensions).set(values);
    const rows = Math.floor(bytes.length / rowBytes);
    for (let from = 0; from < rows; from += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, rows - from);
      content.set(bytes.subarray(from * rowBytes, (from + count) * rowBytes), rowsAt);
      const first = rowsAt + scaleBytes;
      multiply(first, first + count * rowBytes, rowBytes, queryAt, outAt, outAt);
      for (let i = 0; i < count; i++)
        found(from + i, (products[i] as number) * scale * scales.getFloat32(rowsAt + i * rowBytes, true));
    }
  };
}
