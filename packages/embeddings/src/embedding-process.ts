import { endWithParent } from '@parley/local-models';
import { EmbeddingError } from './embedding-error.ts';
import type { EmbedCommand, EmbeddingMessage } from './protocol.ts';
import { loadTextEncoder, type TextEncoder } from './text-encoder.ts';

/** The program that embedder.ts starts. It runs one command at a time and loads the model with the first. */
const send = (message: EmbeddingMessage) => process.send?.(message);
let encoder: TextEncoder | undefined;

process.on('message', async ({ texts, model }: EmbedCommand) => {
  try {
    // A failure is not cached: the operator may have downloaded the files in the meantime.
    encoder ??= await loadTextEncoder(model);
    const vectors = texts.map(encoder.encode);
    send({ kind: 'done', vectors });
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    send({ kind: 'failed', code: error.code, message: error.message });
  }
});

endWithParent();
