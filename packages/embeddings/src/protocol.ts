import type { EmbeddingError, Hints } from './embedding-error.ts';

/** What the embedding process needs to load its model. It is the same in every command. */
export interface ModelOptions {
  folders: string[];
  threads: number;
  hints: Hints;
  /** The path of another pooling than the mean, see pooling.ts. */
  pooling: string | undefined;
}

/** Sent to the embedding process. */
export interface EmbedCommand {
  texts: string[];
  model: ModelOptions;
}

/** Sent by the embedding process, once for each command. */
export type EmbeddingMessage =
  | {
      kind: 'done';
      /** One vector for each text. Its length is the number of tokens, so that sums of vectors are weighted. */
      vectors: Float32Array[];
    }
  | { kind: 'failed'; code: EmbeddingError['code']; message: string };
