import type { CachedJson } from '../../../http/route.ts';

/** For all renderings together; a transcript of three hours has about 0.7 MB. */
const bytesMax = 16 * 1024 * 1024;

/** The response to the GET of a transcript. A revision never changes, so neither does this. */
export interface Rendering {
  revision: number;
  updated_at: Date;
  json: CachedJson;
}

/**
 * The renderings that were asked for last. Whether one is still the present revision, and who may see it, is asked of the
 * database at every read: this only spares reading and writing thousands of segments again.
 */
export interface Renderings {
  find(fileId: string): Rendering | undefined;
  keep(fileId: string, rendering: Rendering): void;
  forget(fileId: string): void;
}

export function createRenderings(): Renderings {
  // A Map keeps the order of insertion: the first is the one not asked for the longest.
  const kept = new Map<string, Rendering>();
  let held = 0;
  const forget = (fileId: string) => {
    held -= kept.get(fileId)?.json.response.length ?? 0;
    kept.delete(fileId);
  };
  const keep = (fileId: string, rendering: Rendering) => {
    forget(fileId);
    if (rendering.json.response.length > bytesMax / 4) return;
    kept.set(fileId, rendering);
    held += rendering.json.response.length;
    for (const oldest of kept.keys()) {
      if (held <= bytesMax) break;
      forget(oldest);
    }
  };
  return {
    find(fileId) {
      const found = kept.get(fileId);
      if (found) keep(fileId, found);
      return found;
    },
    keep,
    forget,
  };
}
