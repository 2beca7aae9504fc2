import { createLocalEmbedder, type EmbedderOptions, EmbeddingError } from '@parley/embeddings';
import type { Log } from '../../log/log.ts';
import { findModelFolders } from '../model-folders.ts';
import { EmbedderError, type LocalEmbedder } from './embedder.ts';

/** Embeddings on this machine. `options` can change how vectors are made and how long the model stays in memory. */
export async function createEmbeddedEmbedder(
  config: { modelsDir: string | undefined },
  log: Log,
  options: Pick<EmbedderOptions, 'pooling' | 'idleMs'> = {},
): Promise<LocalEmbedder> {
  const embedder = createLocalEmbedder({
    folders: await findModelFolders(config.modelsDir),
    log,
    hints: { fetchModels: 'npm run models' },
    ...options,
  });
  return {
    ...embedder,
    async embed(texts, signal) {
      try {
        return await embedder.embed(texts, signal);
      } catch (error) {
        if (!(error instanceof EmbeddingError)) throw error;
        throw new EmbedderError(error.retryable ? 'provider_unavailable' : 'not_configured', error.message);
      }
    },
  };
}
