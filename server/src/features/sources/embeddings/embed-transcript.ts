import type { Embedder } from '../../../platform/ai/embed/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { findUnembeddedSegments, saveEmbeddedTranscript } from './store.ts';
import { embedSegments } from './vectors.ts';

const segmentsAtOnce = 500;

/**
 * Computes the missing vectors of a transcript, then records that this revision has all of them. A change during the work
 * adds a task of its own.
 */
export async function embedTranscript(
  db: Db,
  embedder: Embedder,
  transcript: { file_id: string; revision: number },
  signal?: AbortSignal,
): Promise<void> {
  const { file_id, revision } = transcript;
  for (let after = ''; ; ) {
    signal?.throwIfAborted();
    const segments = await findUnembeddedSegments(db, file_id, embedder.model, after, segmentsAtOnce);
    const last = segments.at(-1);
    if (!last) break;
    await embedSegments(db, embedder, segments, signal);
    after = last.id;
  }
  await saveEmbeddedTranscript(db, file_id, embedder.model, revision);
}
