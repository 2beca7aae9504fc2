/** Turns texts into vectors. Texts with a similar meaning have vectors with a high dot product. */
export interface Embedder {
  /** Stored with each vector, because vectors of different models cannot be compared. */
  model: string;
  dimensions: number;
  /** Returns one unit vector for each text, in the order of the texts. */
  embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>;
}
