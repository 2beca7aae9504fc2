import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { getEmbeddingFiles } from './model-files.ts';
import { loadSession, type Session, Tensor } from './onnx-runtime.ts';
import { type Pooling, readPooling, withOutput } from './pooling.ts';
import type { ModelOptions } from './protocol.ts';
import { dimensions, normalize } from './vectors.ts';

export interface TextEncoder {
  /** The vector of the text. Its length is the number of tokens. */
  encode(text: string): Float32Array;
}

/** The model was trained with texts of up to 256 tokens, including the two that mark the start and the end. */
const windowTokens = 254;

/** The output of the published model. */
const lastLayer = 'last_hidden_state';

export async function loadTextEncoder(options: ModelOptions): Promise<TextEncoder> {
  const { folders, threads, hints } = options;
  const files = await getEmbeddingFiles(folders, hints);
  const tokenizer = new Tokenizer(JSON.parse(await readFile(files.tokenizer, 'utf8')), {});
  const pooling = options.pooling ? await readPooling(options.pooling) : meanPooling;
  const isPublished = pooling.layer === lastLayer;
  const model = isPublished ? files.model : withOutput(await readFile(files.model), pooling.layer);
  const session = loadSession(files.binding, model, threads);
  const start = tokenizer.token_to_id('[CLS]') ?? 101;
  const end = tokenizer.token_to_id('[SEP]') ?? 102;
  return {
    encode(text) {
      const { ids } = tokenizer.encode(text, { add_special_tokens: false });
      const total = new Float32Array(dimensions);
      // Windows of equal length, so that none contains only a few last words.
      const windows = Math.max(1, Math.ceil(ids.length / windowTokens));
      const size = Math.ceil(ids.length / windows);
      for (let i = 0; i < windows; i++) {
        const tokens = ids.slice(i * size, (i + 1) * size);
        const vector = encodeWindow(session, [start, ...tokens, end], pooling);
        const weight = Math.max(1, tokens.length);
        for (let d = 0; d < dimensions; d++) total[d] = (total[d] ?? 0) + weight * (vector[d] ?? 0);
      }
      return total;
    },
  };
}

const meanPooling: Pooling = {
  layer: lastLayer,
  pool(tokens) {
    const mean = new Float32Array(dimensions);
    for (let i = 0; i < tokens.length; i++)
      mean[i % dimensions] = (mean[i % dimensions] ?? 0) + (tokens[i] ?? 0);
    return mean;
  },
};

/**
 * The pooled vector of all tokens, as a unit vector. One window at a time: the quantized model scales its numbers by
 * the largest of a batch, so in a batch the vector of a text would depend on the other texts.
 */
function encodeWindow(session: Session, ids: number[], { layer, pool }: Pooling): Float32Array {
  const dims = [1, ids.length];
  const { [layer]: states } = session.run(
    {
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), dims),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), dims),
      token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), dims),
    },
    { [layer]: null },
    {},
  );
  return normalize(pool(states?.data as Float32Array));
}
