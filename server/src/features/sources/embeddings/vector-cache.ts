import type { Embedder } from '../../../platform/ai/embed/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { groupFiles } from './batches.ts';
import { type EmbeddedFile, readFileVectors } from './store.ts';

export interface CachedVectors {
  file_id: string;
  segment_ids: string[];
  /** In shared memory, so that threads read them without a copy. */
  vectors: Uint8Array<SharedArrayBuffer>;
}

interface Entry extends CachedVectors {
  version: string;
  bytes: number;
}

export interface VectorCache {
  /** The vectors of these files, from memory where the version is current. Files in `needed` are not evicted. */
  read(workspaceId: string, files: EmbeddedFile[], needed: Set<string>): Promise<CachedVectors[]>;
}

/** Read at once: about 1.5 MB, which the main thread decodes in a few milliseconds. */
const readAtOnce = 4_000;
/** Estimate of an id in memory. */
const idBytes = 80;

/** The vectors of the files that were read last. */
export function createVectorCache(db: Db, embedder: Embedder, bytesMax: number): VectorCache {
  // In the order of their last use.
  const entries = new Map<string, Entry>();
  const reading = new Map<string, Promise<unknown>>();
  let bytesUsed = 0;

  const remove = (entry: Entry) => {
    entries.delete(entry.file_id);
    bytesUsed -= entry.bytes;
  };

  const store = (entry: Entry, needed: Set<string>) => {
    const present = entries.get(entry.file_id);
    if (present) remove(present);
    for (const oldest of entries.values()) {
      if (bytesUsed + entry.bytes <= bytesMax) break;
      // A workspace that does not fit would otherwise evict all of its own files in every search.
      if (!needed.has(oldest.file_id)) remove(oldest);
    }
    if (bytesUsed + entry.bytes > bytesMax) return;
    entries.set(entry.file_id, entry);
    bytesUsed += entry.bytes;
  };

  async function readAll(files: EmbeddedFile[], needed: Set<string>): Promise<CachedVectors[]> {
    const current = new Map<string, CachedVectors>();
    const missing: EmbeddedFile[] = [];
    for (const file of files) {
      const entry = entries.get(file.file_id);
      if (entry?.version !== file.version) {
        missing.push(file);
        continue;
      }
      entries.delete(file.file_id);
      entries.set(file.file_id, entry);
      current.set(file.file_id, entry);
    }
    const versions = new Map(files.map(({ file_id, version }) => [file_id, version]));
    for (const group of groupFiles(missing, readAtOnce)) {
      const ids = group.map(({ file_id }) => file_id);
      for (const { file_id, segment_ids, vectors } of await readFileVectors(db, embedder.model, ids)) {
        const shared = new Uint8Array(new SharedArrayBuffer(vectors.length));
        shared.set(vectors);
        const bytes = vectors.length + segment_ids.length * idBytes;
        const entry = { file_id, segment_ids, vectors: shared, bytes, version: versions.get(file_id) ?? '' };
        store(entry, needed);
        current.set(file_id, entry);
      }
    }
    return [...current.values()];
  }

  return {
    // One read at a time per workspace: several first searches do not read the same vectors.
    async read(workspaceId, files, needed) {
      const previous = reading.get(workspaceId) ?? Promise.resolve();
      const result = previous.then(() => readAll(files, needed));
      const settled = result.catch(() => {});
      reading.set(workspaceId, settled);
      try {
        return await result;
      } finally {
        if (reading.get(workspaceId) === settled) reading.delete(workspaceId);
      }
    },
  };
}
