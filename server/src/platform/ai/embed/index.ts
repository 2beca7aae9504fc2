export { createEmbeddedEmbedder } from './embedded.ts';
export { type Embedder, EmbedderError } from './embedder.ts';
