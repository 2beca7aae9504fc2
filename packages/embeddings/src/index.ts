export { createLocalEmbedder, type EmbedderOptions, type LocalEmbedder } from './embedder.ts';
export { EmbeddingError, type Hints } from './embedding-error.ts';
