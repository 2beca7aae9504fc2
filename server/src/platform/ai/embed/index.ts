export { createEmbeddedEmbedder } from './embedded.ts';
export { type Embedder, EmbedderError, type LocalEmbedder } from './embedder.ts';
