import { fileURLToPath } from 'node:url';
import type { Log } from '../../log/log.ts';
import { createEmbeddedEmbedder, type LocalEmbedder } from '../embed/index.ts';

/** Made by tools/train-mood-vectors.py. */
const pooling = fileURLToPath(new URL('./mood/pooling.json', import.meta.url));
/** Analyses are rare, and the process takes 150 MB. */
const idleMs = 60_000;

/**
 * Vectors that hold the mood of a text: the token vectors of the embedding model, pooled by small networks that were trained
 * to tell moods apart. They cannot be compared with stored vectors.
 */
export const createMoodEmbedder = (
  config: { modelsDir: string | undefined },
  log: Log,
): Promise<LocalEmbedder> => createEmbeddedEmbedder(config, log, { pooling, idleMs });
