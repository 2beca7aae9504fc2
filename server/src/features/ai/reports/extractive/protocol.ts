import type { Draft, DraftRequest } from '../draft.ts';
import type { Embedders } from './compare-passages.ts';

export interface ThreadData {
  request: DraftRequest;
  canEmbed: boolean;
}

export type FromThread = { draft: Draft } | { embed: string[]; by: keyof Embedders };

export interface ToThread {
  vectors: Float32Array[];
}
