import { TaskFailure } from '../../tasks/index.ts';

/** Turns texts into vectors. Texts with a similar meaning have vectors with a high dot product. */
export interface Embedder {
  /** Stored with each vector, because vectors of different models cannot be compared. */
  model: string;
  dimensions: number;
  /** Returns one unit vector for each text, in the order of the texts. Throws EmbedderError, or the signal's reason. */
  embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** An embedder on this machine. */
export interface LocalEmbedder extends Embedder {
  /** False if the model was not downloaded. */
  isInstalled(): Promise<boolean>;
  close(): void;
}

/** The message is a plain sentence. A job that does not catch this error fails with it. */
export class EmbedderError extends TaskFailure {
  constructor(code: 'provider_unavailable' | 'not_configured', message: string) {
    super(code, message, { retryable: code === 'provider_unavailable' });
    this.name = 'EmbedderError';
  }
}
