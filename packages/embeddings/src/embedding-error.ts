/** Instructions for the operator in error messages. */
export interface Hints {
  /** The command that downloads the model. */
  fetchModels: string;
}

/**
 * The message is one plain sentence for the person who started the work.
 * - `not_installed`: the model or ONNX Runtime is missing, damaged, or does not run on this system.
 * - `interrupted`: the embedding process crashed or took too long, twice for the same texts.
 */
export class EmbeddingError extends Error {
  readonly code: 'not_installed' | 'interrupted';

  constructor(code: EmbeddingError['code'], message: string) {
    super(message);
    this.name = 'EmbeddingError';
    this.code = code;
  }

  get retryable(): boolean {
    return this.code === 'interrupted';
  }
}
