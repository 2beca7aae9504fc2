import { cutIntoPieces } from './pieces.ts';
import { dimensions, normalize } from './vectors.ts';

/** A call of `embed`, and what is already computed of it. */
export interface Request {
  pieces: { text: string; index: number }[];
  /** Sums of the vectors of the pieces of each text. */
  totals: Float32Array[];
  /** The number of pieces that are computed. */
  done: number;
  resolve(vectors: Float32Array[]): void;
  reject(reason: unknown): void;
}

/** A few pieces of one request, which are sent to the process together. */
export interface Batch {
  request: Request;
  texts: string[];
}

const batchPieces = 16;
const batchCharacters = 16_000;
/** A request of this many pieces, such as a search, goes first. */
const smallRequest = 2;

export interface Queue {
  add(texts: string[], resolve: Request['resolve'], reject: Request['reject']): Request;
  remove(request: Request): void;
  /** The next batch: small requests first, the others in turn, so that a large request does not block another one. */
  next(): Batch | undefined;
  /** Adds the vectors of a batch to its request, and resolves the request if it is complete. */
  complete(batch: Batch, vectors: Float32Array[]): void;
  /** Removes all requests. */
  clear(): Request[];
}

export function createQueue(): Queue {
  let waiting: Request[] = [];

  const remove = (request: Request) => {
    waiting = waiting.filter((other) => other !== request);
  };

  return {
    add(texts, resolve, reject) {
      const request: Request = {
        pieces: texts.flatMap((text, index) => cutIntoPieces(text).map((piece) => ({ text: piece, index }))),
        totals: texts.map(() => new Float32Array(dimensions)),
        done: 0,
        resolve,
        reject,
      };
      waiting.push(request);
      return request;
    },
    remove,
    next() {
      const request = waiting.find(({ pieces }) => pieces.length <= smallRequest) ?? waiting[0];
      return request && { request, texts: nextTexts(request) };
    },
    complete({ request, texts }, vectors) {
      if (!waiting.includes(request)) return;
      for (const [i, vector] of vectors.entries()) {
        const total = request.totals[request.pieces[request.done + i]?.index ?? 0] as Float32Array;
        for (let d = 0; d < dimensions; d++) total[d] = (total[d] ?? 0) + (vector[d] ?? 0);
      }
      request.done += texts.length;
      remove(request);
      if (request.done < request.pieces.length) waiting.push(request);
      else request.resolve(request.totals.map(normalize));
    },
    clear() {
      const all = waiting;
      waiting = [];
      return all;
    },
  };
}

function nextTexts({ pieces, done }: Request): string[] {
  const texts: string[] = [];
  let characters = 0;
  for (const { text } of pieces.slice(done, done + batchPieces)) {
    characters += text.length;
    if (texts.length > 0 && characters > batchCharacters) break;
    texts.push(text);
  }
  return texts;
}
