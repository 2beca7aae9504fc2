import type { CachedJson } from '../../../http/route.ts';

/** The size of all entries together. A transcript of three hours has about 0.7 MB. */
const bytesMax = 16 * 1024 * 1024;

/** The serialized response to the GET of a transcript. A revision never changes. */
export interface CachedTranscript {
  revision: number;
  updated_at: Date;
  json: CachedJson;
}

/**
 * An LRU cache of serialized transcripts. Every read still checks the current revision and the access in the database; the
 * cache only avoids reading and serializing thousands of segments again.
 */
export interface TranscriptCache {
  find(fileId: string): CachedTranscript | undefined;
  set(fileId: string, entry: CachedTranscript): void;
  remove(fileId: string): void;
}

export function createTranscriptCache(): TranscriptCache {
  // A Map iterates in insertion order, so the first entry is the least recently used.
  const entries = new Map<string, CachedTranscript>();
  let totalBytes = 0;
  const remove = (fileId: string) => {
    totalBytes -= entries.get(fileId)?.json.response.length ?? 0;
    entries.delete(fileId);
  };
  const set = (fileId: string, entry: CachedTranscript) => {
    remove(fileId);
    if (entry.json.response.length > bytesMax / 4) return;
    entries.set(fileId, entry);
    totalBytes += entry.json.response.length;
    for (const oldest of entries.keys()) {
      if (totalBytes <= bytesMax) break;
      remove(oldest);
    }
  };
  return {
    find(fileId) {
      const entry = entries.get(fileId);
      if (entry) set(fileId, entry);
      return entry;
    },
    set,
    remove,
  };
}
